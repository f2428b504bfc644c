/** Checks seats before they are given away: one order after the other for each batch, across all replicas. */
import type { BatchSeats } from '@meridian/contracts/schedule/seats';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { freeSeats, isCounted, type OurSeats } from './free-seats.ts';
import type { SeatBatchTable } from './tables.ts';

/** What the upstream said of a batch's seats. */
export interface SeatRead {
  batchId: number;
  seats: BatchSeats;
  /** When the read began, by the database's clock. */
  readAt: Date;
}

/** Counts what is given away; the capability that gives seats away has it. */
export interface SeatLedger {
  /**
   * @param readAt when the read of the upstream began
   * @returns the seats by batch; batches without any may be left out
   */
  count(
    database: Kysely<Database> | Transaction<Database>,
    batchIds: readonly number[],
    readAt: Date,
  ): Promise<ReadonlyMap<number, OurSeats>>;
}

export const noSeats: OurSeats = { all: 0, unknown: 0 };

/** Locks the batch until the transaction ends. @returns the newest read of its seats, this one or another replica's */
async function lockBatch(transaction: Transaction<Database>, read: SeatRead): Promise<SeatRead> {
  const { batchId, seats, readAt } = read;
  const { rows } = await sql<Selectable<SeatBatchTable>>`
    select * from lock_batch(${batchId}, ${seats.seats_total ?? null}, ${seats.seats_left ?? null}, ${readAt})`.execute(
    transaction,
  );
  const [row] = rows;
  if (!row) throw new Error('lock_batch answers one row');
  return {
    batchId,
    seats: { seats_total: row.seats_total ?? undefined, seats_left: row.seats_left ?? undefined },
    readAt: row.read_at,
  };
}

/** @returns the seats of a batch that nobody has; undefined where the upstream does not count them */
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
  /** The upstream does not count them: nothing is claimed and nothing limited. */
  { kind: 'uncounted' } | { kind: 'enough' } | { kind: 'short'; seatsLeft: number };

/**
 * Locks a batch until the transaction ends.
 *
 * @returns the seats that nobody has; undefined where the upstream does not count them
 */
export async function lockFree(
  transaction: Transaction<Database>,
  ledger: SeatLedger,
  read: SeatRead,
): Promise<number | undefined> {
  if (!isCounted(read.seats)) return undefined;
  const newest = await lockBatch(transaction, read);
  // A statement of its own: its view has whatever was committed during the wait for the lock.
  return countFree(transaction, ledger, newest);
}

/**
 * Checks that a batch has so many seats that nobody has, in the transaction that gives them away. The upstream was read
 * before: whoever commits in between is counted, whichever of the two it is.
 *
 * @param wanted whole seats
 * @param ownSeats asked once the batch is locked: seats that are counted as taken, for the one who asks
 */
export async function checkSeats(
  transaction: Transaction<Database>,
  ledger: SeatLedger,
  read: SeatRead,
  wanted: number,
  ownSeats: (transaction: Transaction<Database>) => Promise<number> = async () => 0,
): Promise<SeatCheck> {
  const free = await lockFree(transaction, ledger, read);
  if (free === undefined) return { kind: 'uncounted' };
  const seatsLeft = free + (await ownSeats(transaction));
  return wanted <= seatsLeft ? { kind: 'enough' } : { kind: 'short', seatsLeft };
}
