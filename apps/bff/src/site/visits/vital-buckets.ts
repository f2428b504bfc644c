/**
 * Histogram buckets of Web Vitals. The bounds include those of Google's ratings, so that the share of "good"
 * is exact.
 */
import type { VitalName } from '@meridian/contracts/site/visits/steps';

interface Buckets {
  /** Upper bounds in milliseconds; in thousandths for CLS. */
  upTo: readonly number[];
  good: number;
  poor: number;
}

const overLast = 2_147_483_647;

export const vitalBuckets: Readonly<Record<VitalName, Buckets>> = {
  LCP: { upTo: [500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 6_000, 10_000], good: 2_500, poor: 4_000 },
  INP: { upTo: [50, 100, 150, 200, 300, 500, 1_000, 2_000], good: 200, poor: 500 },
  CLS: { upTo: [1, 10, 50, 100, 250, 500], good: 100, poor: 250 },
  FCP: { upTo: [500, 1_000, 1_800, 2_500, 3_000, 5_000], good: 1_800, poor: 3_000 },
  TTFB: { upTo: [100, 200, 400, 800, 1_200, 1_800, 3_000], good: 800, poor: 1_800 },
};

const scaled = (vital: VitalName, value: number) => (vital === 'CLS' ? value * 1_000 : value);

/** @returns the upper bound of the value's bucket */
export function bucketOf(vital: VitalName, value: number): number {
  return vitalBuckets[vital].upTo.find((bound) => scaled(vital, value) <= bound) ?? overLast;
}

export type Rating = 'good' | 'needs_improvement' | 'poor';

/** @returns Google's rating */
export function ratingOf(vital: VitalName, value: number): Rating {
  const { good, poor } = vitalBuckets[vital];
  const measured = scaled(vital, value);
  return measured <= good ? 'good' : measured <= poor ? 'needs_improvement' : 'poor';
}
