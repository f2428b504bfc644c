/** The sample's coupons: a coupon of the week, and two group discounts. */
import { promotionPrefix } from '@meridian/contracts/enrolment/promotion';
import { dayNumberInIndia } from '@meridian/contracts/india-time';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { addCoupon, type NewCoupon } from './manage-coupons.ts';

const weekDays = 7;
/**
 * Day 0, 1 January 1970, was a Thursday. Weeks of coupons begin on Wednesdays, so their last day is a
 * Tuesday.
 */
const daysFromWednesday = 1;
const dayMs = 86_400_000;
const indiaOffsetMs = 19_800_000;

const forEverything = { courses: [], categories: [], batches: [] };
const unlimited = { maxUses: null, maxUsesPerEmail: null };

/** @returns the start of a day in India; days count from 1970-01-01, which is day 0 */
function midnight(dayNumber: number): Date {
  return new Date(dayNumber * dayMs - indiaOffsetMs);
}

/** @returns the coupon of the week, valid until the end of the next Tuesday */
export function couponOfWeek(timestamp: Date): NewCoupon {
  const week = Math.floor((dayNumberInIndia(timestamp) + daysFromWednesday) / weekDays);
  const firstDay = week * weekDays - daysFromWednesday;
  return {
    // A number that changes each week.
    code: `${promotionPrefix}${week % 1_000}`,
    label: 'A new code comes each week',
    terms: { kind: 'percent', percent: 5 },
    ...forEverything,
    ...unlimited,
    startsAt: midnight(firstDay),
    endsAt: midnight(firstDay + weekDays),
    minSeats: 1,
    isAutomatic: false,
  };
}

function groupStep(code: string, minSeats: number, percent: number): NewCoupon {
  return {
    code,
    label: `Group of ${minSeats} and more`,
    terms: { kind: 'percent', percent },
    ...forEverything,
    ...unlimited,
    startsAt: new Date('2026-01-01T00:00:00+05:30'),
    endsAt: null,
    minSeats,
    isAutomatic: true,
  };
}

/** Creates the sample's coupons. Idempotent: existing coupons stay unchanged. */
export async function ensureSampleCoupons(database: Kysely<Database>, now: Date): Promise<void> {
  for (const coupon of [couponOfWeek(now), groupStep('GROUP3', 3, 5), groupStep('GROUP5', 5, 10)])
    await addCoupon(database, coupon);
}
