/** Parses columns of the table `mails`. */
import { type Mail, mailSchema } from '@meridian/mail-templates/kinds';
import { z } from 'zod';
import { storedColumn } from '../../platform/database/stored-column.ts';
import type { ComposedMail } from './composer.ts';

const fields = z.record(z.string(), z.unknown());
export const mailFacts = storedColumn('mails.facts', fields);
/** Data of an email of any kind; null before it is composed. */
export const mailFields = storedColumn('mails.data', fields.nullable());
const mailData = storedColumn('mails.data', mailSchema);

/**
 * Parses the data of a composed email.
 * @throws UnreadableRow for data that does not match the kind, and for a kind of a later version
 */
export function readMail({ id, kind, data }: Pick<ComposedMail, 'id' | 'kind' | 'data'>): Mail {
  return mailData.parse({ kind, data }, id);
}
