/** Coupons that pages show, and the sample's coupons. */
import type { ShownCoupon } from '@meridian/contracts/enrolment/coupons';
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import { promotionPrefix } from '@meridian/contracts/enrolment/promotion';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type Coupon, namedCoupon } from './coupon.ts';
import { type CountedCoupon, candidateCoupons, nobody, shownCandidates } from './coupon-queries.ts';
import { isFor, isLive } from './coupon-rules.ts';
import { ensureSampleCoupons } from './sample-coupons.ts';

interface CourseOf {
  courseId: number;
  category: string;
}

export interface Coupons {
  /** @returns the coupons that pages of a course may show */
  shown(course: CourseOf): Promise<ShownCoupon[]>;
  /**
   * @returns the coupon with this code; undefined if it does not exist, is not valid now, is used up, or is
   * for other courses; a coupon for named batches is returned for any course
   */
  named(code: string, course: CourseOf): Promise<ShownCoupon | undefined>;
}

function shownCoupon(coupon: Coupon, course: CourseOf): ShownCoupon {
  const { terms, minSeats, isAutomatic } = coupon;
  return {
    ...namedCoupon(coupon),
    percent: terms.kind === 'percent' ? terms.percent : null,
    amount: terms.kind === 'amount' ? rupeesOf(terms.amountPaise) : null,
    min_seats: minSeats,
    automatic: isAutomatic,
    batches: isFor(coupon, { ...course, batchId: noBatch }) ? null : [...coupon.batches],
  };
}

/** An id that no batch has. */
const noBatch = 0;

const isUsedUp = ({ coupon, uses }: CountedCoupon) => coupon.maxUses !== null && uses.all >= coupon.maxUses;

/** How long the cached list of coupons is used. */
const freshMs = 5_000;

/** @param now the clock; replaceable in tests */
export function createCoupons({
  database,
  now = () => new Date(),
}: {
  database: Kysely<Database>;
  now?: () => Date;
}): Coupons {
  let known: { at: number; coupons: Promise<CountedCoupon[]> } | undefined;

  /** Every page of a course needs the coupons, so requests share one read of the database. */
  async function candidates(): Promise<CountedCoupon[]> {
    const timestamp = now();
    const at = timestamp.getTime();
    if (known && at - known.at < freshMs && at >= known.at) return known.coupons;
    const requested = { at, coupons: shownCandidates(database, promotionPrefix, timestamp) };
    known = requested;
    requested.coupons.catch(() => {
      if (known === requested) known = undefined;
    });
    return requested.coupons;
  }

  return {
    async shown({ courseId, category }) {
      const timestamp = now();
      return (await candidates())
        .filter((one) => isLive(one.coupon, timestamp) && !isUsedUp(one))
        .filter(({ coupon }) => isFor(coupon, { courseId, category, batchId: noBatch }))
        .map(({ coupon }) => shownCoupon(coupon, { courseId, category }));
    },
    async named(code, course) {
      const { named } = await candidateCoupons(database, code, nobody);
      if (!named || !isLive(named.coupon, now()) || isUsedUp(named)) return undefined;
      const { coupon } = named;
      return isFor(coupon, { ...course, batchId: coupon.batches[0] ?? noBatch })
        ? shownCoupon(coupon, course)
        : undefined;
    },
  };
}

const sampleSeconds = 60 * 60;

/**
 * Starts the hourly job that creates the sample's coupons. Call it in the mode `demo`, in a process that runs
 * jobs.
 */
export async function startSampleCoupons(deps: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
}): Promise<void> {
  await deps.jobs.every('sample-coupons', sampleSeconds, () =>
    ensureSampleCoupons(deps.database, new Date()),
  );
}
