/** The price of a booking after a move to a cheaper batch of its course. */
import { randomUUIDv7 } from 'node:crypto';
import { refundPaise } from '@meridian/contracts/enrolment/refund-policy';
import { pricePaise, valuePaise } from '@meridian/contracts/enrolment/refundable';
import { formatDay } from '@meridian/contracts/format-time';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { factsOf, type Order } from '../order.ts';
import { saleOf } from '../state/operator-steps.ts';
import { owedPaise, payingPart, payingPayment } from '../state/order-facts.ts';
import { applyEvent } from '../store/order-store.ts';
import type { SaleTerms } from '../terms.ts';

export interface PriceReduction {
  /** Reduction of the value of the remaining seats, GST included. */
  differencePaise: number;
  /** The part of the difference that is refunded. */
  refundPaise: number;
  repriced: NonNullable<SaleTerms['repriced']>;
}

/** @returns the price of a seat in the order's batch, before discounts and GST */
export const unitPaiseOf = ({ terms, price }: Order): number => terms.repriced?.unitPaise ?? price.unitPaise;

/**
 * @param order a booked order
 * @param unitPaise price of a seat in the other batch
 * @param percent share of the difference that is refunded
 * @returns undefined if the seats do not become cheaper by the rules of the sale
 */
export function reductionOf(order: Order, unitPaise: number, percent: number): PriceReduction | undefined {
  const facts = factsOf(order);
  const part = payingPart(facts);
  if (!part) return undefined;
  const left = facts.seats - facts.cancelledSeats;
  const sale = saleOf(facts, part);
  const before = valuePaise(sale, left);
  const after = Math.min(before, pricePaise({ ...sale, unitPaise }, left));
  const differencePaise = before - after;
  if (differencePaise === 0) return undefined;
  const refunded = refundPaise(differencePaise, percent);
  const { lostPaise, reducedPaise } = order.terms.repriced ?? { lostPaise: 0, reducedPaise: 0 };
  return {
    differencePaise,
    refundPaise: refunded,
    repriced: {
      unitPaise,
      valuePaise: after,
      lostPaise: lostPaise + sale.paidPaise - before,
      reducedPaise: reducedPaise + refunded,
    },
  };
}

/**
 * Reduces the price of a moved booking, and requests the refund.
 *
 * @param order locked by the caller
 */
export async function reducePrice(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  order: Order,
  reduction: PriceReduction,
  source: 'worker' | 'operator',
): Promise<void> {
  const note = `The batch of ${formatDay(order.batch.start_date)} is cheaper`;
  const { differencePaise, refundPaise: paise } = reduction;
  const event = { kind: 'price_reduced', differencePaise, refundPaise: paise } as const;
  const before = payingPart(factsOf(order));
  const reduced = await applyEvent(transaction, jobs, order, { event, source, note });
  const facts = factsOf(reduced);
  const [paymentId, part] = [payingPayment(facts), payingPart(facts)];
  const amountPaise = part && before ? owedPaise(part) - owedPaise(before) : 0;
  if (paymentId === null || amountPaise <= 0) return;
  const refundId = randomUUIDv7();
  await applyEvent(transaction, jobs, reduced, {
    event: { kind: 'refund_requested', paymentId, refundId, amountPaise },
    source,
    note,
    refund: { id: refundId, source: 'operator', note },
  });
}
