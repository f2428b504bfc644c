/** A running sequence: the world, the orders of its payers, and the report of each step. */

import { type DiscountTerms, discountOf } from '@meridian/contracts/enrolment/discount';
import { discountedPrice } from '@meridian/contracts/enrolment/discounted-price';
import { refundPercent } from '@meridian/contracts/enrolment/refund-policy';
import type { Order } from '../../src/enrolment/orders/order.ts';
import { findOrder } from '../../src/enrolment/orders/store/order-queries.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import type { ModelBatch } from './upstream-books.ts';
import type { World } from './world.ts';

/** Fields that the payment dialog passes to the page. */
export interface Claim {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** The terms of the sale of an order, as its payer saw them. */
export interface SaleTerms {
  unitPaise: number;
  seats: number;
  coupon: { terms: DiscountTerms; minSeats: number } | undefined;
}

/**
 * Bounds of the refund percentage. After a move by the payer, the days are counted to the new batch, and the
 * percentage never rises. After a move by an operator, the percentage never falls.
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
  /** Price of the remaining seats for the payer, in paise; undefined until the first cancellation. */
  valuePaise: number | undefined;
  /** First day of the refund steps and bounds of the percentage, after all moves so far. */
  refunds: RefundBounds;
  /** The bounds that apply once the upstream has accepted a move. */
  moving?: { batchId: number; refunds: RefundBounds } | undefined;
}

export interface Outcome {
  /** `refused`: a refusal (4xx). `failed`: a partner did not answer. `skipped`: the step does not apply. */
  result: 'done' | 'refused' | 'failed' | 'skipped';
  said?: string;
  order?: PlayedOrder;
  /** The refund that was shown and confirmed, in paise. */
  promisedPaise?: number;
  /** Max refund under the terms, in paise. */
  allowedPaise?: number;
  /** True for a repeated report, which must not change any row. */
  repeats?: boolean;
  /** Snapshot immediately before the call. Default: the snapshot before the step. */
  before?: Snapshot;
  /** True if the step reads and writes no rows, and only changes the behaviour of a partner. */
  isQuiet?: boolean;
  /** True if an operator booked seats without a check of the free seats. */
  forced?: boolean;
}

export interface Step {
  words: string;
  run(game: Game): Promise<Outcome>;
}

export const skipped: Outcome = { result: 'skipped' };

/** Computes the price of seats by the terms of the sale, in paise. */
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

  /**
   * Returns the percentage that the terms refund now. If the upstream has accepted a move, first applies its
   * bounds.
   */
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

  /** @returns the max refund for cancelling seats, and the price of the remaining seats */
  allowedFor(played: PlayedOrder, order: Order, seats: number): { allowedPaise: number; valuePaise: number } {
    const left = Math.max(0, order.price.seats - order.cancelledSeats - seats);
    const paid = order.payments.find(({ role }) => role === 'pays')?.amountPaise ?? 0;
    const before = played.valuePaise ?? paid;
    const valuePaise = Math.min(before, priceBySale(played.terms, left));
    const allowedPaise = Math.round(((before - valuePaise) * this.percentNow(played, order)) / 100);
    return { allowedPaise, valuePaise };
  }
}
