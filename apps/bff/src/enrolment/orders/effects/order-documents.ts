/** Requests the tax document that a change of an order makes due. */
import { dayInIndia } from '@meridian/contracts/india-time';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { hasDocumentRequest, requestCorrection, requestInvoice } from '../../documents/request-documents.ts';
import type { Correction, Supply } from '../../documents/supply.ts';
import { factsOf, type Order } from '../order.ts';
import { creditedPaise, type OrderFacts, payingPart, payingPayment } from '../state/order-facts.ts';
import type { AppliedChange } from './order-effect.ts';

const emoji = /\p{RGI_Emoji}/gv;

/** @returns the snapshot of an order for its documents; undefined while the order is unpaid */
export function supplyOf(order: Order, facts: OrderFacts): Supply | undefined {
  const paymentId = payingPayment(facts);
  const part = payingPart(facts);
  if (paymentId === null || !part) return undefined;
  const { batch, price, contact, company, billingState, billingAddress } = order;
  return {
    bookingNumber: order.bookingNumber,
    paymentId,
    buyer: {
      name: `${contact.firstName} ${contact.lastName}`.trim(),
      state: billingState,
      company,
      address: billingAddress,
    },
    // The documents' fonts have no emoji, and the name of a sold course cannot be corrected.
    course: batch.course_name.replace(emoji, '').trim(),
    startsOn: batch.start_date,
    endsOn: batch.end_date,
    seats: price.seats,
    unitPaise: price.unitPaise,
    subTotalPaise: price.subTotalPaise,
    discountPaise: price.discountPaise,
    pricedOn: dayInIndia(order.createdAt),
    couponCode: order.couponCode,
    // An operator may have accepted a payment of another amount than the order's.
    totalPaise: part.amountPaise,
    placeOfSupply: order.placeOfSupply,
    placeAssumed: order.placeAssumed || order.placeOfSupply === null,
  };
}

/** Requests the invoice of a late payment when its seats are secured. @param order locked by the caller */
export async function requestFirstInvoice(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  order: Order,
): Promise<void> {
  const supply = supplyOf(order, factsOf(order));
  if (supply) await requestInvoice(transaction, jobs, { orderId: order.id, version: order.version, supply });
}

/**
 * @returns the reason for which a change corrects the order's documents, and the number of cancelled seats
 */
function correctionOf(before: OrderFacts, after: OrderFacts): Correction {
  const cancelledSeats = after.cancelledSeats - before.cancelledSeats;
  if (cancelledSeats > 0)
    return { reason: cancelledSeats === after.seats ? 'cancellation' : 'part_cancellation', cancelledSeats };
  const disputes = Object.values(payingPart(after)?.disputes ?? {});
  if (disputes.some(({ lostPaise }) => lostPaise > 0)) return { reason: 'dispute', cancelledSeats };
  return { reason: after.booking === 'booked' ? 'goodwill' : 'returned', cancelledSeats };
}

/**
 * Requests the document that a change makes due. An invoice is due at the payment, or for a late payment once
 * its seats are secured or booked. A correction is due if the sale is reduced, and another invoice if the
 * reduction is reversed. Money returned without a decision, goodwill without a credit note, and failed
 * refunds cause no document. An unmatched payment has no document.
 */
export async function requestDocuments(
  transaction: Transaction<Database>,
  { jobs, order, before, after }: Pick<AppliedChange, 'jobs' | 'order' | 'before' | 'after'>,
): Promise<void> {
  const part = payingPart(after);
  const supply = supplyOf(order, after);
  if (!part || !supply) return;
  const change = { orderId: order.id, version: order.version, supply };
  const former = payingPart(before);
  const wasCreditedPaise = former ? creditedPaise(former) : 0;
  const paise = creditedPaise(part);
  const isSecured = order.seatHold !== 'released' || after.booking === 'booked';
  const isBookedLate =
    order.seatHold === 'released' && before.booking !== 'booked' && after.booking === 'booked';
  if ((!former && isSecured) || paise < wasCreditedPaise || isBookedLate)
    await requestInvoice(transaction, jobs, change);
  // A late payment without seats has no invoice that could be corrected.
  const isInvoiced = isSecured || (await hasDocumentRequest(transaction, order.id));
  if (paise > wasCreditedPaise && isInvoiced)
    await requestCorrection(transaction, jobs, change, paise, correctionOf(before, after));
}
