/** Commits an order with what belongs to it: its seats are held and its coupon's use is reserved, or there is no order. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { CheckoutRequest } from '@meridian/contracts/checkout/orders';
import type { TaxDecision } from '@meridian/contracts/checkout/tax-decision';
import type { Kysely, Transaction } from 'kysely';
import { claimUse, noteReservation } from '../../coupons/coupon-uses.ts';
import { databaseNow, fromNow } from '../../database/clock.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transact.ts';
import { isCounted } from '../../seats/free-seats.ts';
import { noteOrderOfOffer } from '../../waitlist/offered-seats.ts';
import { firstAttendees } from '../attendees/tell-attendees.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { type HoldColumns, holdSeats, NotHeld, type SeatsRefused, withoutHold } from '../holds/hold-seats.ts';
import { payerAddress } from '../holds/payer-address.ts';
import { releaseLocked } from '../holds/release-unpaid.ts';
import { lockOrder } from '../order/order-queries.ts';
import { couponProblem, type Deal } from './deal.ts';
import { buyerOf, taxOf } from './order-tax.ts';

/** Time for a payment to come in by itself before the reconciler asks for it. */
const firstCheckMs = 15 * 60_000;

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

interface Opening {
  order: { id: string; receiptToken: string };
  request: CheckoutRequest;
  deal: Deal;
  asker: Asker;
  supplierState: string | undefined;
  tax: TaxDecision | undefined;
}

function taxColumns(tax: TaxDecision | undefined) {
  return { place_of_supply: tax?.placeOfSupply ?? null, place_assumed: tax?.assumed ?? false };
}

async function insertOrder(
  database: Kysely<Database>,
  { order, request, deal: { batch, price, coupon }, asker, supplierState, tax }: Opening,
  hold: HoldColumns,
): Promise<KeptOrder> {
  const row = await database
    .insertInto('orders')
    .values({
      id: order.id,
      razorpay_order_id: null,
      request_id: asker.requestId ?? null,
      state: 'created',
      booking: 'none',
      batch: JSON.stringify(batch),
      seats: price.seats,
      unit_paise: price.unitPaise,
      sub_total_paise: price.subTotalPaise,
      discount_paise: price.discountPaise,
      gst_paise: price.gstPaise,
      total_paise: price.totalPaise,
      coupon_code: coupon?.code ?? null,
      billing_state: buyerOf(request).state ?? null,
      supplier_state: supplierState ?? null,
      ...taxColumns(tax),
      company: request.billing?.company ? JSON.stringify(request.billing.company) : null,
      first_name: request.first_name,
      last_name: request.last_name,
      email: request.email,
      phone_number: request.phone_number,
      ...firstAttendees(request.attendees),
      attribution: request.attribution ? JSON.stringify(request.attribution) : null,
      receipt_token: order.receiptToken,
      payment_id: null,
      review_reason: null,
      next_check_at: fromNow(firstCheckMs),
      created_at: databaseNow,
      updated_at: databaseNow,
      ...hold,
    })
    .returning('held_until')
    .executeTakeFirstOrThrow();
  return { kind: 'kept', ...order, heldUntil: row.held_until };
}

/** A visitor who tries again gives up what the earlier order holds, where it is not paid. */
async function releaseReplaced(transaction: Transaction<Database>, token: string): Promise<void> {
  await releaseLocked(transaction, await lockOrder(transaction, 'receipt_token', token));
}

async function keepWithHolds(
  deps: CheckoutDependencies,
  transaction: Transaction<Database>,
  opening: Opening,
): Promise<KeptOrder> {
  const { request, deal, asker } = opening;
  const { coupon, purchase } = deal;
  if (request.replaces !== undefined) await releaseReplaced(transaction, request.replaces);
  const address = asker.address === undefined ? null : payerAddress(asker.address);
  const wanted = {
    read: deal.seatRead,
    seats: deal.price.seats,
    holder: { email: request.email, address },
    offer: request.offer,
  };
  const hold = await holdSeats(deps, transaction, wanted);
  if (coupon) {
    const fault = await claimUse(transaction, { coupon, purchase, email: request.email }, deps.now());
    if (fault !== undefined) throw couponProblem(fault);
  }
  const kept = await insertOrder(transaction, opening, hold);
  if (coupon) await noteReservation(transaction, coupon, kept.id);
  if (request.offer !== undefined)
    await noteOrderOfOffer(transaction, deal.seatRead.batchId, request.offer, kept.id);
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
  asker: Asker,
): Promise<KeptOrder | SeatsRefused> {
  // Version 4: the id is seen at the provider and should not tell when the order was made.
  const order = { id: randomUUID(), receiptToken: randomBytes(20).toString('hex') };
  const tax = taxOf(deps.options, deal.batch, buyerOf(request));
  const opening = { order, request, deal, asker, supplierState: deps.options.supplierState, tax };
  // Nothing to check, and nobody to wait for: one statement.
  const isAlone = request.replaces === undefined && request.offer === undefined;
  if (!isCounted(deal.seatRead.seats) && !deal.coupon && isAlone)
    return insertOrder(deps.database, opening, withoutHold);
  try {
    return await transact(deps.database, (transaction) => keepWithHolds(deps, transaction, opening));
  } catch (error) {
    if (error instanceof NotHeld) return error.refused;
    throw error;
  }
}
