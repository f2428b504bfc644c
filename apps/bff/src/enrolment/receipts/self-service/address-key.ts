import { createHash } from 'node:crypto';
import { emailKey } from '@meridian/contracts/enrolment/attendees';

/** @returns a key of the address for causes; it does not reveal the address */
export function addressKey(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('hex').slice(0, 16);
}
