import { type RawBuilder, sql } from 'kysely';

export type Condition = RawBuilder<unknown>;

/** Those that are given, all to be met. */
export function allOf(...conditions: (Condition | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}

/** The newest rows that are tried before the others. */
export const recentRows = 10_000;
/** Those that are tried next if many of the newest match: reading on in order is faster than sorting all matches. */
export const deepRows = 70_000;
