/**
 * The current price of seats: the batch's fee, the largest discount and the tax. The same function computes
 * the price shown and the price charged.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type DiscountedPrice, discountedPrice } from '@meridian/contracts/enrolment/discounted-price';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { type CouponRequest, chooseCoupon } from '../coupons/choose-coupon.ts';
import type { Coupon } from '../coupons/coupon.ts';
import { couponRefused, type Purchase } from '../coupons/coupon-rules.ts';
import type { SeatRead } from '../seats/check-seats.ts';
import { ScheduleError } from '../seats/schedule-pages.ts';
import { type Offer, readOffer } from './offer.ts';

/** The services that read prices. */
export interface PricingServices {
  database: Kysely<Database>;
  upstream: Pick<UpstreamClient, 'read'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now: () => Date;
}

export interface PricedOffer {
  batch: Offer['batch'];
  purchase: Purchase;
  price: DiscountedPrice;
  /** The coupon that gives the discount. */
  coupon: Coupon | undefined;
  /** The seats of the batch as the upstream returned them. */
  seatRead: SeatRead;
}

interface OfferRequest {
  course_id: number;
  course_schedule_id: number;
  number_of_course: number;
}

/** @returns the refusal of an order with a coupon that does not apply */
export function couponProblem(message = couponRefused): Refusal {
  return invalidField('coupon_invalid', 'coupon', message);
}

/** How long the read is retried. An upstream that is being replaced answers again within this time. */
const absenceMs = 10_000;
const readAgainMs = 250;

/**
 * @throws as `readOffer`; RemoteError for an upstream that is unreachable or answers 503 only after
 * `absenceMs`
 */
async function readOfferInTime(
  { upstream, now }: PricingServices,
  ids: { courseId: number; batchId: number },
): Promise<Offer> {
  const endAt = performance.now() + absenceMs;
  for (;;) {
    try {
      return await readOffer(upstream, ids, now());
    } catch (error) {
      const isAway =
        isRemoteError(error, 'upstream') && (error.code === 'unreachable' || error.httpStatus === 503);
      if (!isAway || performance.now() > endAt) throw error;
    }
    await sleep(readAgainMs);
  }
}

async function offerOf(
  deps: PricingServices,
  request: OfferRequest,
  { requestId, unavailable }: AskOptions,
): Promise<Offer> {
  try {
    const ids = { courseId: request.course_id, batchId: request.course_schedule_id };
    return await readOfferInTime(deps, ids);
  } catch (error) {
    if (error instanceof Refusal) {
      const fields = Object.keys(error.errors ?? {});
      deps.log.warn({ reqId: requestId, fields, reason: error.message }, 'checkout refused');
    }
    if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
    throw new Refusal('partner_unavailable', 'upstream_silent', unavailable, { cause: error });
  }
}

export interface AskOptions {
  requestId: string | undefined;
  /** Message for the visitor if the schedule cannot be read. */
  unavailable: string;
}

/**
 * @param requested the named coupon and the buyer; undefined for no discount
 * @throws Refusal `invalid` if the batch is not sold or the coupon does not apply, `partner_unavailable` if
 * the schedule cannot be read
 */
export async function readPricedOffer(
  deps: PricingServices,
  request: OfferRequest,
  requested: CouponRequest | undefined,
  options: AskOptions,
): Promise<PricedOffer> {
  const readAt = await readClock(deps.database);
  const { batch, category, unitPaise, seats: batchSeats } = await offerOf(deps, request, options);
  const seats = request.number_of_course;
  const purchase = {
    courseId: batch.course_id,
    category,
    batchId: batch.course_schedule_id,
    seats,
    unitPaise,
  };
  const choice = requested
    ? await chooseCoupon(deps.database, requested, purchase, deps.now())
    : { kind: 'none' as const };
  if (choice.kind === 'refused') throw couponProblem();
  const chosen = choice.kind === 'chosen' ? choice : undefined;
  return {
    batch,
    purchase,
    price: discountedPrice(unitPaise, seats, chosen?.discountPaise ?? 0),
    coupon: chosen?.coupon,
    seatRead: { batchId: batch.course_schedule_id, seats: batchSeats, readAt },
  };
}
