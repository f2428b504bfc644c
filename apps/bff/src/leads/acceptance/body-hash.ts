import { createHash } from 'node:crypto';
import type { LeadFormName } from '@meridian/contracts/calls';
import type { LeadValues } from '../tables.ts';

/**
 * A fingerprint of what a form says, whatever the order of its fields. What travels beside it (attribution,
 * anti-spam fields) is not part of it.
 *
 * @param fileHash fingerprint of the file that comes with the form
 */
export function bodyHash(form: LeadFormName, values: LeadValues, fileHash = ''): string {
  const entries = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([form, entries, fileHash]))
    .digest('hex');
}
