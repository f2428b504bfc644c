import { createHash } from 'node:crypto';
import { emailKey } from '@meridian/contracts/enrolment/attendees';

/** @returns what tells addresses apart in a cause, without naming them */
export function addressKey(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('hex').slice(0, 16);
}
