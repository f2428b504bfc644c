import type { LeadFormName } from '@meridian/contracts/calls';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { repetitionLimit, repetitionSince } from '../ledger/store/repetition.ts';
import type { LeadValues } from '../ledger/store/tables.ts';

/** Faster submissions are suspected spam. */
export const minFillMs = 1_500;

export interface Signs {
  /** Value of the honeypot field. */
  honeypot: string;
  /** Time from display to submission, if the client sends it. */
  filledInMs?: number;
}

/**
 * Checks honeypot and fill time.
 * @returns the reason for the operator, or null
 */
export function spamReasonOf({ honeypot, filledInMs }: Signs): string | null {
  if (honeypot !== '') return 'hidden field filled in';
  if (filledInMs !== undefined && filledInMs < minFillMs) return 'filled in too quickly';
  return null;
}

/**
 * Whether a submission would be quarantined, as far as known before insertion: its file counts towards
 * another quota.
 */
export async function isSuspect(
  database: Kysely<Database>,
  form: LeadFormName,
  submission: Signs & { values: LeadValues },
): Promise<boolean> {
  if (spamReasonOf(submission) !== null) return true;
  const { rows } = await sql<{ leads: number }>`
    select count(*)::integer as leads from leads
    where email = ${String(submission.values.email).toLowerCase()} and form = ${form}
      and id > ${repetitionSince}
      and received_at > now() - make_interval(mins => ${repetitionLimit.withinMinutes})`.execute(database);
  return (rows[0]?.leads ?? 0) >= repetitionLimit.leads;
}
