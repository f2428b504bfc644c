import type { LeadFormName } from '@meridian/contracts/calls';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { LeadValues } from '../tables.ts';

/** Quicker than this nobody fills in a form. */
export const minFillMs = 1_500;

/** So many leads of one form and e-mail pass within the time; what comes on top is looked at by the operator. */
export const repetitionLimit = { leads: 10, withinMinutes: 10 } as const;

export interface Signs {
  /** What the hidden field held. */
  honeypot: string;
  /** Time between the form's appearance and its submission, where the client tells it. */
  filledInMs?: number;
}

/**
 * Why a submission looks like a machine's.
 *
 * @returns a reason for the operator, or null for a person
 */
export function spamReasonOf({ honeypot, filledInMs }: Signs): string | null {
  if (honeypot !== '') return 'hidden field filled in';
  if (filledInMs !== undefined && filledInMs < minFillMs) return 'filled in too quickly';
  return null;
}

/**
 * Whether a submission would go to quarantine, as far as can be told before it is stored: its file takes other room.
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
      and received_at > now() - make_interval(mins => ${repetitionLimit.withinMinutes})`.execute(database);
  return (rows[0]?.leads ?? 0) >= repetitionLimit.leads;
}
