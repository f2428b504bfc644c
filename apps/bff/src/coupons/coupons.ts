/** Coupons as the application works with them. */
import type { ShownCoupon } from '@meridian/contracts/checkout/coupons';
import { rupeesOf } from '@meridian/contracts/checkout/pricing';
import { promotionPrefix } from '@meridian/contracts/checkout/promotion';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Coupon, namedCoupon } from './coupon.ts';
import { type CountedCoupon, shownCandidates } from './coupon-queries.ts';
import { isFor, isLive } from './coupon-rules.ts';
import { keepSampleCoupons } from './sample-coupons.ts';

export interface Coupons {
  /** @returns the coupons that pages of a course may show by themselves */
  shown(course: { courseId: number; category: string }): Promise<ShownCoupon[]>;
}

function shownCoupon(coupon: Coupon): ShownCoupon {
  const { terms, leastSeats, byItself } = coupon;
  return {
    ...namedCoupon(coupon),
    percent: terms.kind === 'percent' ? terms.percent : null,
    amount: terms.kind === 'amount' ? rupeesOf(terms.amountPaise) : null,
    least_seats: leastSeats,
    by_itself: byItself,
  };
}

const isUsedUp = ({ coupon, uses }: CountedCoupon) => coupon.maxUses !== null && uses.all >= coupon.maxUses;

/** As old as what a page is told may be. */
const freshMs = 5_000;

/** @param now the clock; a test may hold its own */
export function createCoupons({
  database,
  now = () => new Date(),
}: {
  database: Kysely<Database>;
  now?: () => Date;
}): Coupons {
  let known: { at: number; coupons: Promise<CountedCoupon[]> } | undefined;

  /** Every page of a course asks: together they ask the database once in a while. */
  async function candidates(): Promise<CountedCoupon[]> {
    const at = now().getTime();
    if (known && at - known.at < freshMs && at >= known.at) return known.coupons;
    const asked = { at, coupons: shownCandidates(database, promotionPrefix) };
    known = asked;
    asked.coupons.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.coupons;
  }

  return {
    async shown({ courseId, category }) {
      const moment = now();
      return (await candidates())
        .filter((one) => isLive(one.coupon, moment) && !isUsedUp(one))
        .filter(({ coupon }) => isFor(coupon, { courseId, category, batchId: 0 }))
        .map(({ coupon }) => shownCoupon(coupon));
    },
  };
}

const sampleSeconds = 60 * 60;

/** Makes the sample's coupons; to be called in a demonstration, where this process works on jobs. */
export async function startSampleCoupons(deps: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
}): Promise<void> {
  await deps.jobs.every('sample-coupons', sampleSeconds, () => keepSampleCoupons(deps.database, new Date()));
}
