import { createHash } from 'node:crypto';
import type { LeadFormName } from '@meridian/contracts/calls';
import type { LeadValues } from '../ledger/store/tables.ts';

/**
 * Hash of a form's values, independent of field order; attribution and anti-spam fields are excluded.
 * @param fileHash hash of the uploaded file
 */
export function bodyHash(form: LeadFormName, values: LeadValues, fileHash = ''): string {
  const entries = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([form, entries, fileHash]))
    .digest('hex');
}
