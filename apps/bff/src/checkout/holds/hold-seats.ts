/** Holds the seats of an order in the transaction that keeps it. */
import type { Kysely, Transaction } from 'kysely';
import { databaseNow, fromNow } from '../../database/clock.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transact.ts';
import { checkSeats, type SeatRead } from '../../seats/check-seats.ts';
import { isCounted } from '../../seats/free-seats.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { exceededLimit, type Holder } from './hold-limits.ts';
import { orderSeats } from './order-seats.ts';

export interface WantedSeats {
  read: SeatRead;
  seats: number;
  holder: Holder;
  /** Receipt's token of the unpaid order whose seats this one takes over. */
  replaces: string | undefined;
}

/** Why no seats could be held, in words for the visitor. */
export interface SeatsRefused {
  kind: 'refused';
  message: string;
  /** Absent where they are not what is short. */
  seatsLeft?: number;
}

/** Columns of the order; it holds nothing where nobody counts the seats. */
const withoutHold = { seat_hold: null, held_until: null, held_for_address: null };

function holdColumns({ options }: Pick<CheckoutDependencies, 'options'>, { address }: Holder) {
  return {
    seat_hold: 'held' as const,
    held_until: fromNow(options.seatHoldMs),
    held_for_address: address,
  };
}

export type HoldColumns = typeof withoutHold | ReturnType<typeof holdColumns>;

function shortMessage(seatsLeft: number): string {
  if (seatsLeft === 0) return 'This batch is sold out. Please choose another one.';
  return seatsLeft === 1
    ? 'Only 1 seat is left in this batch.'
    : `Only ${seatsLeft} seats are left in this batch.`;
}

/** Leaves the transaction with nothing done. */
class NotHeld extends Error {
  readonly refused: SeatsRefused;

  constructor(refused: SeatsRefused) {
    super(refused.message);
    this.name = 'NotHeld';
    this.refused = refused;
  }
}

/** The order that is given up for this one does not keep its seats from it. */
async function takeOver(transaction: Transaction<Database>, receiptToken: string): Promise<void> {
  await transaction
    .updateTable('orders')
    .set({ seat_hold: 'released', held_for_address: null, updated_at: databaseNow })
    .where('receipt_token', '=', receiptToken)
    .where('payment_id', 'is', null)
    .where('booking', '=', 'none')
    .where('seat_hold', '=', 'held')
    .execute();
}

async function check(
  { options }: Pick<CheckoutDependencies, 'options'>,
  transaction: Transaction<Database>,
  { read, seats, holder, replaces }: WantedSeats,
): Promise<HoldColumns> {
  // Orders are locked before batches wherever both are.
  if (replaces !== undefined) await takeOver(transaction, replaces);
  const checked = await checkSeats(transaction, orderSeats, read, seats);
  if (checked.kind === 'uncounted') return withoutHold;
  if (checked.kind === 'short') {
    const { seatsLeft } = checked;
    throw new NotHeld({ kind: 'refused', message: shortMessage(seatsLeft), seatsLeft });
  }
  const limit = await exceededLimit(transaction, holder, seats);
  if (limit === undefined) return holdColumns({ options }, holder);
  const message = `At most ${limit} seats can be held that are not paid yet. Please pay for those that you hold, or contact us.`;
  throw new NotHeld({ kind: 'refused', message });
}

/**
 * Keeps an order with its seats held, where the upstream counts them and so many are free.
 *
 * @param keep inserts the order with the columns of its hold; may run again after a conflict
 * @returns what `keep` returned; nothing was done where the seats are refused
 */
export async function keepWithSeats<Kept>(
  deps: Pick<CheckoutDependencies, 'database' | 'options'>,
  wanted: WantedSeats,
  keep: (database: Kysely<Database>, hold: HoldColumns) => Promise<Kept>,
): Promise<{ kind: 'kept'; kept: Kept } | SeatsRefused> {
  // Nothing to check, and nobody to wait for: one statement.
  if (!isCounted(wanted.read.seats) && wanted.replaces === undefined)
    return { kind: 'kept', kept: await keep(deps.database, withoutHold) };
  try {
    return await transact(deps.database, async (transaction) => {
      const hold = await check(deps, transaction, wanted);
      return { kind: 'kept', kept: await keep(transaction, hold) };
    });
  } catch (error) {
    if (error instanceof NotHeld) return error.refused;
    throw error;
  }
}
