/** Commits an order with what belongs to it: its seats are held and its coupon's use is reserved, or there is no order. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { CheckoutRequest } from '@meridian/contracts/checkout/orders';
import type { Kysely, Transaction } from 'kysely';
import { claimUse, noteReservation } from '../../coupons/coupon-uses.ts';
import type { Database } from '../../database/database.ts';
import { retryConflicts, transact } from '../../database/transact.ts';
import { isCounted } from '../../seats/free-seats.ts';
import { noteOrderOfOffer } from '../../waitlist/offered-seats.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { refusalOf, type SeatsRefused } from '../holds/hold-seats.ts';
import { payerAddress } from '../holds/payer-address.ts';
import { releaseLocked } from '../holds/release-unpaid.ts';
import { lockOrder } from '../order/order-queries.ts';
import { couponProblem, type Deal } from './deal.ts';
import { insertHolding, insertOrder, type NewOrder } from './insert-order.ts';
import { buyerOf, taxOf } from './order-tax.ts';

/** Who asks. */
export interface Asker {
  /** As in the log; what happens to the order later is logged with it too. */
  requestId?: string;
  /** Network address; the seats that it holds unpaid are counted. */
  address?: string;
}

export interface KeptOrder {
  kind: 'kept';
  id: string;
  receiptToken: string;
  /** Null where nobody counts the seats. */
  heldUntil: Date | null;
}

/** A visitor who tries again gives up what the earlier order holds, where it is not paid. */
async function releaseReplaced(transaction: Transaction<Database>, token: string): Promise<void> {
  await releaseLocked(transaction, await lockOrder(transaction, 'receipt_token', token));
}

/** Rolls the transaction back: no order is made. */
class NotHeld extends Error {
  readonly refused: SeatsRefused;

  constructor(refused: SeatsRefused) {
    super(refused.message);
    this.name = 'NotHeld';
    this.refused = refused;
  }
}

const keptOf = ({ id, receiptToken }: NewOrder, heldUntil: Date | null): KeptOrder => ({
  kind: 'kept',
  id,
  receiptToken,
  heldUntil,
});

/** @throws NotHeld where its seats are refused */
async function insertWithSeats(
  { options }: CheckoutDependencies,
  database: Kysely<Database>,
  order: NewOrder,
  payersAddress: string | undefined,
): Promise<KeptOrder> {
  const { request, deal } = order;
  if (!isCounted(deal.seatRead.seats)) {
    await insertOrder(database, order);
    return keptOf(order, null);
  }
  const address = payersAddress === undefined ? null : payerAddress(payersAddress);
  const wanted = {
    read: deal.seatRead,
    seats: deal.price.seats,
    holder: { email: request.email, address },
    offer: request.offer,
  };
  const held = await insertHolding(database, order, wanted, options.seatHoldMs);
  const refused = refusalOf(held, wanted);
  if (refused) throw new NotHeld(refused);
  return keptOf(order, held.held_until);
}

async function insertWithHolds(
  deps: CheckoutDependencies,
  transaction: Transaction<Database>,
  order: NewOrder,
  payersAddress: string | undefined,
): Promise<KeptOrder> {
  const { request, deal } = order;
  const { coupon, purchase, seatRead } = deal;
  if (request.replaces !== undefined) await releaseReplaced(transaction, request.replaces);
  const kept = await insertWithSeats(deps, transaction, order, payersAddress);
  if (coupon) {
    const fault = await claimUse(transaction, { coupon, purchase, email: request.email }, deps.now());
    if (fault !== undefined) throw couponProblem(fault);
    await noteReservation(transaction, coupon, kept.id);
  }
  if (request.offer !== undefined)
    await noteOrderOfOffer(transaction, seatRead.batchId, request.offer, kept.id);
  return kept;
}

/**
 * @returns the order, or why its seats are refused: then nothing was done
 * @throws HttpProblem 400 where the coupon's last use went to somebody else meanwhile
 */
export async function keepOrder(
  deps: CheckoutDependencies,
  request: CheckoutRequest,
  deal: Deal,
  { requestId, address }: Asker,
): Promise<KeptOrder | SeatsRefused> {
  const { supplierState } = deps.options;
  const order: NewOrder = {
    // Version 4: the id is seen at the provider and should not tell when the order was made.
    ...{ id: randomUUID(), receiptToken: randomBytes(20).toString('hex') },
    ...{ requestId, request, deal, supplierState },
    tax: taxOf(deps.options, deal.batch, buyerOf(request)),
  };
  const { replaces, offer } = request;
  const isAlone = replaces === undefined && offer === undefined && !deal.coupon;
  try {
    if (isAlone) return await retryConflicts(() => insertWithSeats(deps, deps.database, order, address));
    return await transact(deps.database, (transaction) => insertWithHolds(deps, transaction, order, address));
  } catch (error) {
    if (error instanceof NotHeld) return error.refused;
    throw error;
  }
}
