import type { LeadFormName } from '@meridian/contracts/calls';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { repetitionLimit, repetitionSince } from '../ledger/store/repetition.ts';
import type { LeadValues } from '../ledger/store/tables.ts';

/** Submissions sent in less time after the display of the form are suspected spam. */
export const minFillMs = 1_500;

export interface Signs {
  /** Value of the honeypot field. */
  honeypot: string;
  /** Milliseconds from the display of the form to the submission, if the client sends them. */
  filledInMs?: number | undefined;
  values: LeadValues;
}

/** Name fields of forms and of CRM records. */
const nameFields = ['full_name', 'first_name', 'last_name', 'First_Name', 'Last_Name'] as const;
const link = /:\/\/|\bwww\./i;

/**
 * Checks honeypot, fill time and names.
 * @returns the reason for the operator, or null
 */
export function spamReasonOf({ honeypot, filledInMs, values }: Signs): string | null {
  if (honeypot !== '') return 'hidden field filled in';
  if (filledInMs !== undefined && filledInMs < minFillMs) return 'filled in too quickly';
  if (nameFields.some((name) => link.test(String(values[name] ?? '')))) return 'link in the name';
  return null;
}

/**
 * Checks a lead before its insertion: signs of spam, and the limit per form, email and network address. The
 * insertion of form leads checks the limit again.
 * @param email in lower case
 * @param sentFrom `senderKey` of the visitor
 * @returns the reason for the operator, or null
 */
export async function suspicionOf(
  database: Kysely<Database>,
  { form, email, sentFrom, ...signs }: Signs & { form: LeadFormName; email: string; sentFrom: string },
): Promise<string | null> {
  const reason = spamReasonOf(signs);
  if (reason !== null) return reason;
  const { rows } = await sql<{ leads: number }>`
    select count(*)::integer as leads from leads
    where email = ${email} and form = ${form} and sent_from = ${sentFrom}
      and id > ${repetitionSince}
      and received_at > now() - make_interval(mins => ${repetitionLimit.withinMinutes})`.execute(database);
  return (rows[0]?.leads ?? 0) >= repetitionLimit.leads ? repetitionLimit.reason : null;
}
