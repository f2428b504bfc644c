import { createHash } from 'node:crypto';
import { emailKey } from '@meridian/contracts/enrolment/attendees';

/** @returns a key of the address for causes, which does not reveal it */
export function addressKey(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('hex').slice(0, 16);
}
