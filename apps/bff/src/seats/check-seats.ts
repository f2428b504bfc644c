/** Checks seats before they are given away: one order after the other for each batch, across all replicas. */
import type { BatchSeats } from '@meridian/contracts/schedule/seats';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { freeSeats, isCounted, type OurSeats } from './free-seats.ts';

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

/** @returns a ledger that counts what all of some give away */
export function sumOf(ledgers: readonly SeatLedger[]): SeatLedger {
  return {
    async count(database, batchIds, readAt) {
      const sums = new Map<number, OurSeats>();
      for (const ledger of ledgers)
        for (const [batchId, { all, unknown }] of await ledger.count(database, batchIds, readAt)) {
          const before = sums.get(batchId) ?? noSeats;
          sums.set(batchId, { all: before.all + all, unknown: before.unknown + unknown });
        }
      return sums;
    },
  };
}

export const noSeats: OurSeats = { all: 0, unknown: 0 };

/** Locks the batch until the transaction ends. @returns the newest read of its seats, this one or another replica's */
async function lockBatch(transaction: Transaction<Database>, read: SeatRead): Promise<SeatRead> {
  const isNewer = sql<boolean>`excluded.read_at >= seat_batches.read_at`;
  const newest = <Value>(column: 'seats_total' | 'seats_left') =>
    sql<Value>`case when ${isNewer} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`seat_batches.${column}`)} end`;
  const row = await transaction
    .insertInto('seat_batches')
    .values({
      batch_id: read.batchId,
      seats_total: read.seats.seats_total ?? null,
      seats_left: read.seats.seats_left ?? null,
      read_at: read.readAt,
    })
    .onConflict((conflict) =>
      conflict.column('batch_id').doUpdateSet({
        seats_total: newest<number | null>('seats_total'),
        seats_left: newest<number | null>('seats_left'),
        read_at: sql<Date>`greatest(excluded.read_at, seat_batches.read_at)`,
      }),
    )
    .returning(['seats_total', 'seats_left', 'read_at'])
    .executeTakeFirstOrThrow();
  return {
    batchId: read.batchId,
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
