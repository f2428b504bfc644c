import { sql } from 'kysely';
import { minIdSince } from '../../../platform/database/id-at.ts';

/**
 * Max leads per form, email and network address within the window; further ones go to quarantine. Without the
 * network address, a stranger could cause the quarantine of another person's lead.
 */
export const repetitionLimit = {
  leads: 10,
  withinMinutes: 10,
  reason: 'many of the same form and email',
} as const;

/** Lower bound of the ids, so that only leads of the window are read. */
export const repetitionSince = minIdSince(
  sql`now() - make_interval(mins => ${sql.lit(repetitionLimit.withinMinutes)})`,
);
