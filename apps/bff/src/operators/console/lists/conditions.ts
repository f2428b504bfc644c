import { type RawBuilder, sql } from 'kysely';

export type Condition = RawBuilder<unknown>;

/** Combines the defined conditions with `and`. */
export function allOf(...conditions: (Condition | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}

/** Number of the newest rows that are searched first. */
export const recentRows = 10_000;
/**
 * Number of rows that are searched next if many of the newest ones match: reading in order is then faster
 * than sorting all matches.
 */
export const deepRows = 70_000;
