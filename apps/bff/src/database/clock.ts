/** Moments by the database's clock, the one that all replicas share: for leases, due times, retries and history. */
import { type RawBuilder, sql } from 'kysely';

/** The present: within a transaction, the moment at which it began. */
export const databaseNow: RawBuilder<Date> = sql<Date>`now()`;

export function fromNow(ms: number): RawBuilder<Date> {
  return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}

export function ago(ms: number): RawBuilder<Date> {
  return sql<Date>`now() - ${ms} * interval '1 millisecond'`;
}
