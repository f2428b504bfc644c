/** The table of mails; made by `schema.sql`. */
import { type Mail, mailSchema } from '@meridian/mail-templates/kinds';
import { z } from 'zod';
import { storedColumn } from '../../platform/database/stored-column.ts';
import type { ComposedMail } from './composer.ts';

const fields = z.record(z.string(), z.unknown());
export const mailFacts = storedColumn('mails.facts', fields);
/** What a mail says, whatever its kind; null before it is composed. */
export const mailFields = storedColumn('mails.data', fields.nullable());
const mailData = storedColumn('mails.data', mailSchema);

/**
 * Reads what a composed mail says.
 * @throws UnreadableRow also for a kind of a later version
 */
export function readMail({ id, kind, data }: Pick<ComposedMail, 'id' | 'kind' | 'data'>): Mail {
  return mailData.parse({ kind, data }, id);
}
