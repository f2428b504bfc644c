/** Moments by the database's clock, the one that all replicas share: for leases, due times, retries and history. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** The present: within a transaction, the moment at which it began. */
export const databaseNow: RawBuilder<Date> = sql<Date>`now()`;

export function fromNow(ms: number): RawBuilder<Date> {
  return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}

export function ago(ms: number): RawBuilder<Date> {
  return sql<Date>`now() - ${ms} * interval '1 millisecond'`;
}

/** @returns the present, at the latest when the answer came: for what has to begin after it */
export async function readClock(database: Kysely<Database>): Promise<Date> {
  const clock = database.selectNoFrom(sql<Date>`clock_timestamp()`.as('now'));
  return (await clock.executeTakeFirstOrThrow()).now;
}
