/** Ids are UUIDv7: those of a time are a range of the primary key. */
import { type RawBuilder, sql } from 'kysely';

/** Ids are made by the servers' clocks, columns of time by the database's. */
const clocksApart = sql`interval '10 minutes'`;

/** The least UUIDv7 of a moment: 48 bits of milliseconds, then zeros. */
const leastAt = (moment: RawBuilder<unknown>) =>
  sql`(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** A lower bound of the ids of rows that came at this moment or later. @param moment an SQL expression */
export const leastIdSince = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${leastAt(sql`(${moment} - ${clocksApart})`)}`;
