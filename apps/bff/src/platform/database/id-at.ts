/** Lead ids are UUIDv7, so the leads of a period are a range of the primary key. */
import { type RawBuilder, sql } from 'kysely';

/** Margin for clock skew: servers generate the ids, the database sets the timestamps. */
const clocksApart = sql`interval '10 minutes'`;

/** Lower bound for the ids of leads received at or after a time. @param timestamp an SQL expression */
export const minIdSince = (timestamp: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lead_id_at(${timestamp} - ${clocksApart})`;
