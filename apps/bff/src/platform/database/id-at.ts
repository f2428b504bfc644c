/** Ids of leads are UUIDv7: those of a time are a range of the primary key. */
import { type RawBuilder, sql } from 'kysely';

/** Ids are made by the servers' clocks, columns of time by the database's. */
const clocksApart = sql`interval '10 minutes'`;

/** A lower bound of the ids of leads received at this moment or later. @param timestamp an SQL expression */
export const minIdSince = (timestamp: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lead_id_at(${timestamp} - ${clocksApart})`;
