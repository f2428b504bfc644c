/** A running sequence: the world, the orders of its payers, and the report of each step. */

import { type DiscountTerms, discountOf } from '@meridian/contracts/enrolment/discount';
import { discountedPrice } from '@meridian/contracts/enrolment/discounted-price';
import { refundPercent } from '@meridian/contracts/enrolment/refund-policy';
import type { Order } from '../../src/enrolment/orders/order.ts';
import { findOrder } from '../../src/enrolment/orders/store/order-queries.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import type { ModelBatch } from './upstream-books.ts';
import type { World } from './world.ts';

/** What the payment dialog passes to the page. */
export interface Claim {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** The terms that an order was sold under, as its payer saw them. */
export interface SaleTerms {
  unitPaise: number;
  seats: number;
  coupon: { terms: DiscountTerms; minSeats: number } | undefined;
}

/**
 * The payer's move counts for the new batch, and never raises the percentage; a move by the provider never lowers it.
 */
export interface RefundBounds {
  startsOn: string;
  minPercent: number;
  maxPercent: number;
}

export interface PlayedOrder {
  label: string;
  id: string;
  providerOrderId: string;
  token: string;
  email: string;
  lastName: string;
  terms: SaleTerms;
  claims: Claim[];
  /** What the remaining seats are worth to the payer; undefined until the first cancellation. */
  valuePaise: number | undefined;
  /** From when the refund steps count, and the bounds of their percentage, as moves have left them. */
  refunds: RefundBounds;
  /** The bounds once the upstream has accepted a move. */
  moving?: { batchId: number; refunds: RefundBounds } | undefined;
}

export interface Outcome {
  /** `refused`: a 4xx; `failed`: a partner did not answer; `skipped`: it does not apply. */
  result: 'done' | 'refused' | 'failed' | 'skipped';
  said?: string;
  order?: PlayedOrder;
  /** The refund that was shown and confirmed, in paise. */
  promisedPaise?: number;
  /** The most that the terms give back, in paise. */
  allowedPaise?: number;
  /** A report that comes again: nothing may change. */
  repeats?: boolean;
  /** Taken just before the call that the outcome is of; else before the step. */
  before?: Snapshot;
  /** Nothing was read or written yet: a partner behaves otherwise from now on. */
  isQuiet?: boolean;
  /** An operator gave seats away whatever is free. */
  forced?: boolean;
}

export interface Step {
  words: string;
  run(game: Game): Promise<Outcome>;
}

export const skipped: Outcome = { result: 'skipped' };

/** The price of seats by the rules of the sale. */
export function priceBySale({ unitPaise, coupon }: SaleTerms, seats: number): number {
  if (seats === 0) return 0;
  const applies = coupon !== undefined && seats >= coupon.minSeats;
  const discount = applies ? discountOf(unitPaise * seats, coupon.terms) : 0;
  return discountedPrice(unitPaise, seats, discount).totalPaise;
}

export class Game {
  readonly world: World;
  readonly orders = new Map<string, PlayedOrder>();
  now: Date;
  private last: Snapshot | undefined;

  constructor(world: World, now: Date) {
    this.world = world;
    this.now = now;
  }

  async snapshot(): Promise<Snapshot> {
    this.last = await takeSnapshot(this.world, this.last);
    return this.last;
  }

  stored(played: PlayedOrder): Promise<Order | undefined> {
    return findOrder(this.world.database, 'id', played.id);
  }

  async forward(ms: number): Promise<void> {
    this.now = new Date(this.now.getTime() + ms);
    await this.world.setClock(this.now);
  }

  /** The share that the terms give back at this moment. */
  percentNow(played: PlayedOrder, { paidAt, batch }: Order): number {
    if (played.moving?.batchId === batch.course_schedule_id) {
      played.refunds = played.moving.refunds;
      played.moving = undefined;
    }
    const { startsOn, minPercent, maxPercent } = played.refunds;
    const present = refundPercent(this.world.refundPolicy, { startsOn, paidAt, now: new Date() });
    return Math.max(minPercent, Math.min(maxPercent, present));
  }

  movedByPayer(played: PlayedOrder, order: Order, { id: batchId, startsOn }: ModelBatch): void {
    const refunds = { startsOn, minPercent: 0, maxPercent: this.percentNow(played, order) };
    played.moving = { batchId, refunds };
  }

  movedByProvider(played: PlayedOrder, order: Order, { id: batchId, startsOn: to }: ModelBatch): void {
    const percent = this.percentNow(played, order);
    const { startsOn, minPercent, maxPercent } = played.refunds;
    const refunds = {
      startsOn: startsOn > to ? startsOn : to,
      minPercent: Math.max(minPercent, percent),
      maxPercent,
    };
    played.moving = { batchId, refunds };
  }

  /** @returns the most that cancelling seats gives back, and what the others are worth then */
  allowedFor(played: PlayedOrder, order: Order, seats: number): { allowedPaise: number; valuePaise: number } {
    const left = Math.max(0, order.price.seats - order.cancelledSeats - seats);
    const paid = order.payments.find(({ role }) => role === 'pays')?.amountPaise ?? 0;
    const before = played.valuePaise ?? paid;
    const valuePaise = Math.min(before, priceBySale(played.terms, left));
    const allowedPaise = Math.round(((before - valuePaise) * this.percentNow(played, order)) / 100);
    return { allowedPaise, valuePaise };
  }
}
