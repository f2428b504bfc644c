/** Holds the seats of an order in the transaction that keeps it. */
import type { Transaction } from 'kysely';
import { fromNow } from '../../database/clock.ts';
import type { Database } from '../../database/database.ts';
import { checkSeats, type SeatRead } from '../../seats/check-seats.ts';
import { ownOfferedSeats } from '../../waitlist/offered-seats.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { exceededLimit, type Holder } from './hold-limits.ts';
import { takenSeats } from './taken-seats.ts';

export interface WantedSeats {
  read: SeatRead;
  seats: number;
  holder: Holder;
  /** Token of an offer of the waiting list: its seats are the asker's. */
  offer: string | undefined;
}

/** Why no seats could be held, in words for the visitor. */
export interface SeatsRefused {
  kind: 'refused';
  message: string;
  /** Absent where they are not what is short. */
  seatsLeft?: number;
}

/** Columns of the order; it holds nothing where nobody counts the seats. */
export const withoutHold = { seat_hold: null, held_until: null, held_for_address: null };

function holdColumns({ options }: Pick<CheckoutDependencies, 'options'>, { address }: Holder) {
  return {
    seat_hold: 'held' as const,
    held_until: fromNow(options.seatHoldMs),
    held_for_address: address,
  };
}

export type HoldColumns = typeof withoutHold | ReturnType<typeof holdColumns>;

const offerOver =
  'The offer of these seats is over, or they are held by an order of yours that is not paid yet.';

function shortMessage(seatsLeft: number): string {
  if (seatsLeft === 0) return 'This batch is sold out. Please choose another one.';
  return seatsLeft === 1
    ? 'Only 1 seat is left in this batch.'
    : `Only ${seatsLeft} seats are left in this batch.`;
}

/** Rolls the transaction back: no order is made. */
export class NotHeld extends Error {
  readonly refused: SeatsRefused;

  constructor(refused: SeatsRefused) {
    super(refused.message);
    this.name = 'NotHeld';
    this.refused = refused;
  }
}

/**
 * Orders are locked before batches, and batches before coupons, wherever more than one of them is.
 *
 * @returns the columns of the order that takes the seats, to be inserted in the same transaction
 * @throws NotHeld where fewer are free, or the payer holds too many that are not paid
 */
export async function holdSeats(
  { options }: Pick<CheckoutDependencies, 'options'>,
  transaction: Transaction<Database>,
  { read, seats, holder, offer }: WantedSeats,
): Promise<HoldColumns> {
  let offered = 0;
  const checked = await checkSeats(transaction, takenSeats, read, seats, async () => {
    if (offer !== undefined) offered = await ownOfferedSeats(transaction, read.batchId, { token: offer });
    return offered;
  });
  if (checked.kind === 'uncounted') return withoutHold;
  if (checked.kind === 'short') {
    const { seatsLeft } = checked;
    const isOver = offer !== undefined && offered === 0;
    const message = `${isOver ? `${offerOver} ` : ''}${shortMessage(seatsLeft)}`;
    throw new NotHeld({ kind: 'refused', message, seatsLeft });
  }
  const limit = await exceededLimit(transaction, holder, seats);
  if (limit === undefined) return holdColumns({ options }, holder);
  const message = `At most ${limit} seats can be held that are not paid yet. Please pay for those that you hold, or contact us.`;
  throw new NotHeld({ kind: 'refused', message });
}
