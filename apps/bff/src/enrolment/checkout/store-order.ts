/** Inserts an order, holds its seats and reserves its coupon in one transaction. */

import { randomBytes, randomUUID } from 'node:crypto';
import type { CheckoutRequest } from '@meridian/contracts/enrolment/orders';
import type { Kysely, Transaction } from 'kysely';
import { deleteReplacedConsents, recordOrderConsents } from '../../mail/consents/record-consents.ts';
import type { Database } from '../../platform/database/database.ts';
import { retryConflicts, transact } from '../../platform/database/transact.ts';
import { claimUse, insertReservation } from '../coupons/coupon-uses.ts';
import type { Order } from '../orders/order.ts';
import { releaseLocked } from '../orders/release-unpaid.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { movedByPayer, percentOf, type SaleTerms, soldTerms } from '../orders/terms.ts';
import { readCurrentTerms } from '../orders/terms-versions.ts';
import { buyerOf, type TaxSettings, taxOf } from '../pricing/order-tax.ts';
import { couponProblem, type PricedOffer } from '../pricing/priced-offer.ts';
import { isCounted } from '../seats/free-seats.ts';
import { refusalOf, type SeatsRefused } from '../seats/hold-seats.ts';
import { linkOrderToOffer } from '../waitlist/offered-seats.ts';
import { type Attempt, insertHolding, insertOrder, type NewOrder } from './insert-order.ts';
import type { CheckoutSettings } from './settings.ts';

type StoringSettings = TaxSettings & Pick<CheckoutSettings, 'seatHoldMs'>;

interface StoringServices {
  database: Kysely<Database>;
  settings: StoringSettings;
  now: () => Date;
}

/** The request that opens an order, and its sender. */
export interface Requester {
  /** The request's id in the log, stored with the order. */
  requestId?: string;
  /** The payer's `senderKey`, by which unpaid seats and coupons are counted. */
  openedFrom?: string;
  /** Submission of the form without scripts. The database refuses a second order with the same attempt id. */
  attempt?: Attempt;
  /** The booked order that the new order replaces. The new order continues the terms of the booked order. */
  exchanges?: Order;
}

export interface StoredOrder {
  kind: 'stored';
  id: string;
  receiptToken: string;
  /** Null if no seats are held, for example because they are not counted. */
  heldUntil: Date | null;
}

/**
 * Releases the seats and the coupon of an earlier unpaid order of the visitor.
 *
 * @param token receipt token of that order. The email is not compared, because the visitor may have corrected
 * it.
 */
async function releaseReplaced(transaction: Transaction<Database>, token: string): Promise<void> {
  await releaseLocked(transaction, await lockOrder(transaction, 'receipt_token', token));
}

/** Thrown to roll the transaction back: no order is made. */
class NotHeld extends Error {
  readonly refused: SeatsRefused;

  constructor(refused: SeatsRefused) {
    super(refused.message);
    this.name = 'NotHeld';
    this.refused = refused;
  }
}

const storedOf = ({ id, receiptToken }: NewOrder, heldUntil: Date | null): StoredOrder => ({
  kind: 'stored',
  id,
  receiptToken,
  heldUntil,
});

/** @throws NotHeld if its seats are refused */
async function insertWithSeats(
  { seatHoldMs }: StoringSettings,
  database: Kysely<Database>,
  order: NewOrder,
  openedFrom: string | null,
): Promise<StoredOrder> {
  const { request, priced } = order;
  if (!isCounted(priced.seatRead.seats)) {
    await insertOrder(database, order);
    return storedOf(order, null);
  }
  const requested = {
    read: priced.seatRead,
    seats: priced.price.seats,
    openedFrom,
    offer: request.offer,
  };
  const held = await insertHolding(database, order, requested, seatHoldMs);
  const refused = refusalOf(held, requested);
  if (refused) throw new NotHeld(refused);
  return storedOf(order, held.held_until);
}

async function insertWithHolds(
  deps: StoringServices,
  transaction: Transaction<Database>,
  order: NewOrder,
  openedFrom: string | null,
): Promise<StoredOrder> {
  const { request, priced } = order;
  const { coupon, purchase, seatRead } = priced;
  if (request.replaces !== undefined) {
    await releaseReplaced(transaction, request.replaces);
    await deleteReplacedConsents(transaction, request.replaces);
  }
  const stored = await insertWithSeats(deps.settings, transaction, order, openedFrom);
  const { email, marketing } = request;
  if (marketing) await recordOrderConsents(transaction, { orderId: stored.id, email, marketing });
  if (coupon) {
    const reservation = { coupon, purchase, email: request.email, address: openedFrom };
    if (!(await claimUse(transaction, reservation, deps.now()))) throw couponProblem();
    await insertReservation(transaction, reservation, stored.id);
  }
  if (request.offer !== undefined)
    await linkOrderToOffer(transaction, seatRead.batchId, request.offer, stored.id);
  return stored;
}

/**
 * Returns the terms of the new order. An exchange counts as a move by the payer, so it does not increase the
 * refund or the number of moves allowed.
 */
async function termsOf(
  { database, now }: StoringServices,
  { batch, coupon }: PricedOffer,
  exchanges: Order | undefined,
): Promise<SaleTerms> {
  const sold = soldTerms(await readCurrentTerms(database), batch.start_date, coupon);
  if (!exchanges) return sold;
  const move = { from: exchanges.batch.start_date, to: batch.start_date, now: now() };
  const moved = movedByPayer(exchanges.terms, { ...move, percent: percentOf(exchanges, move.now) });
  return { ...moved, coupon: sold.coupon, repriced: null };
}

/**
 * @returns the order, or why its seats are refused, in which case nothing was stored
 * @throws Refusal `invalid` if the coupon's last use was taken meanwhile
 */
export async function storeOrder(
  deps: StoringServices,
  request: CheckoutRequest,
  priced: PricedOffer,
  { requestId, ...requester }: Requester,
): Promise<StoredOrder | SeatsRefused> {
  const { supplierState } = deps.settings;
  const openedFrom = requester.openedFrom ?? null;
  const order: NewOrder = {
    // A version 4 UUID, because the payment provider sees the id and should not learn when the order was
    // made.
    id: randomUUID(),
    receiptToken: randomBytes(20).toString('hex'),
    requestId,
    attempt: requester.attempt,
    request,
    priced,
    exchanges: requester.exchanges?.id,
    terms: await termsOf(deps, priced, requester.exchanges),
    supplierState,
    tax: taxOf(deps.settings, priced.batch, buyerOf(request)),
  };
  const { replaces, offer, marketing } = request;
  const isAlone = [replaces, offer, marketing, priced.coupon].every((extra) => extra === undefined);
  try {
    if (isAlone)
      return await retryConflicts(() => insertWithSeats(deps.settings, deps.database, order, openedFrom));
    return await transact(deps.database, (transaction) =>
      insertWithHolds(deps, transaction, order, openedFrom),
    );
  } catch (error) {
    if (error instanceof NotHeld) return error.refused;
    throw error;
  }
}
