import { sql } from 'kysely';
import { minIdSince } from '../../../platform/database/id-at.ts';

/**
 * Max leads per form, email and network address within the window; further ones go to quarantine. By the email alone a
 * stranger would have another person's lead quarantined.
 */
export const repetitionLimit = {
  leads: 10,
  withinMinutes: 10,
  reason: 'many of the same form and email',
} as const;

/** Only leads of the window are read. */
export const repetitionSince = minIdSince(
  sql`now() - make_interval(mins => ${sql.lit(repetitionLimit.withinMinutes)})`,
);
