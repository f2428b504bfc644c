/**
 * Checks that seats of a batch are free before they are reserved. A lock of the batch serialises the checks
 * of all replicas.
 */
import type { BatchSeats } from '@meridian/contracts/site/schedule/seats';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { freeSeats, isCounted, type OurSeats } from './free-seats.ts';

/** The seats of a batch as returned by the upstream. */
export interface SeatRead {
  batchId: number;
  seats: BatchSeats;
  /** Start of the read, by the database's clock. */
  readAt: Date;
}

/** Counts the seats that orders and offers reserve here. */
export interface SeatLedger {
  /**
   * @param readAt start of the read of the upstream
   * @returns the reserved seats by batch id; batches without reserved seats may be left out
   */
  count(
    database: Kysely<Database> | Transaction<Database>,
    batchIds: readonly number[],
    readAt: Date,
  ): Promise<ReadonlyMap<number, OurSeats>>;
}

export const noSeats: OurSeats = { all: 0, unknown: 0 };

/**
 * Locks the batch until the transaction ends.
 *
 * @returns the newest read of its seats: `read`, or a later read by another replica
 */
async function lockBatch(transaction: Transaction<Database>, read: SeatRead): Promise<SeatRead> {
  const { batchId, seats, readAt } = read;
  const { rows } = await sql<Selectable<Schema['seat_batches']>>`
    select * from lock_batch(${batchId}, ${seats.seats_total ?? null}, ${seats.seats_left ?? null}, ${readAt})`.execute(
    transaction,
  );
  const [row] = rows;
  if (!row) throw new Error('lock_batch returned no row');
  return {
    batchId,
    seats: { seats_total: row.seats_total ?? undefined, seats_left: row.seats_left ?? undefined },
    readAt: row.read_at,
  };
}

/** @returns the free seats of a batch; undefined if the upstream does not count its seats */
export async function countFree(
  database: Kysely<Database> | Transaction<Database>,
  ledger: SeatLedger,
  { batchId, seats, readAt }: SeatRead,
): Promise<number | undefined> {
  if (!isCounted(seats)) return undefined;
  const ours = (await ledger.count(database, [batchId], readAt)).get(batchId) ?? noSeats;
  return freeSeats(seats, ours);
}

export type SeatCheck =
  /** `uncounted`: the upstream does not count seats, so nothing is limited. */
  { kind: 'uncounted' } | { kind: 'enough' } | { kind: 'short'; seatsLeft: number };

/**
 * Locks a batch until the transaction ends, if the upstream counts its seats.
 *
 * @returns its free seats; undefined if the upstream does not count them
 */
export async function lockFree(
  transaction: Transaction<Database>,
  ledger: SeatLedger,
  read: SeatRead,
): Promise<number | undefined> {
  if (!isCounted(read.seats)) return undefined;
  const newest = await lockBatch(transaction, read);
  // A separate statement, so that its snapshot includes rows committed during the wait for the lock.
  return countFree(transaction, ledger, newest);
}

/**
 * Checks that a batch has enough free seats, in the transaction that reserves them. Seats reserved here since
 * the upstream was read are counted.
 *
 * @param requested whole seats
 * @param ownSeats called after the batch is locked; returns the seats that count as reserved, but are
 * reserved for the requester
 */
export async function checkSeats(
  transaction: Transaction<Database>,
  ledger: SeatLedger,
  read: SeatRead,
  requested: number,
  ownSeats: (transaction: Transaction<Database>) => Promise<number> = async () => 0,
): Promise<SeatCheck> {
  const free = await lockFree(transaction, ledger, read);
  if (free === undefined) return { kind: 'uncounted' };
  const seatsLeft = free + (await ownSeats(transaction));
  return requested <= seatsLeft ? { kind: 'enough' } : { kind: 'short', seatsLeft };
}
