/** The database's clock, shared by all replicas: for leases, due times, retries and history. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** Current time; within a transaction, the time of its start. */
export const databaseNow: RawBuilder<Date> = sql<Date>`now()`;

export function fromNow(ms: number): RawBuilder<Date> {
  return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}

export function ago(ms: number): RawBuilder<Date> {
  return sql<Date>`now() - ${ms} * interval '1 millisecond'`;
}

/** @returns the database time at or before the end of the query: a lower bound for later events */
export async function readClock(database: Kysely<Database>): Promise<Date> {
  const clock = database.selectNoFrom(sql<Date>`clock_timestamp()`.as('now'));
  return (await clock.executeTakeFirstOrThrow()).now;
}
