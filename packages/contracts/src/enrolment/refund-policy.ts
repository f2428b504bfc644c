/**
 * Refund for a cancellation by the buyer: steps, each with a deadline and a percentage. Times are in India.
 */
import { z } from 'zod';
import { byCodeUnits } from '../text-order.ts';

export const refundStep = z.object({
  /** Deadline in hours before midnight at the start of the batch's first day. */
  until_hours_before: z.int().min(0).max(8_760),
  /** Percentage of the price of the cancelled seats, GST included. */
  percent: z.int().min(0).max(100),
  /**
   * The step also ends this many hours after the payment. If absent, the time of the payment does not matter.
   */
  within_hours_of_payment: z.int().min(1).max(8_760).optional(),
});
export type RefundStep = z.infer<typeof refundStep>;
export type RefundPolicy = readonly RefundStep[];

/**
 * Checks the steps without `within_hours_of_payment`. Of these, a step must refund less than the one with the
 * next earlier deadline, unless that one refunds nothing.
 * @returns the error; undefined if there is none
 */
export function refundPolicyFault(policy: RefundPolicy): string | undefined {
  const general = policy
    .filter((step) => step.within_hours_of_payment === undefined)
    .toSorted((one, other) => other.until_hours_before - one.until_hours_before);
  for (const [index, later] of general.entries()) {
    const earlier = general[index - 1];
    if (earlier && later.percent >= earlier.percent && later.percent > 0)
      return `the refund at ${later.until_hours_before} hours (${later.percent} %) must be less than at ${earlier.until_hours_before} hours`;
  }
  return undefined;
}

/** A step with its deadline as a time. */
export const datedRefundStep = refundStep.extend({
  /** Deadline, ISO 8601. */
  until: z.string(),
});
export type DatedRefundStep = z.infer<typeof datedRefundStep>;

const hourMs = 3_600_000;

/** @param startsOn `YYYY-MM-DD` */
const batchBeginsMs = (startsOn: string) => Date.parse(`${startsOn}T00:00:00+05:30`);

/** @returns true until `hours` hours before the first day of a batch; false if the day cannot be read */
export function isHoursBefore(startsOn: string, hours: number, now: Date): boolean {
  return now.getTime() < batchBeginsMs(startsOn) - hours * hourMs;
}

const endOf = (step: RefundStep, startsOn: string) =>
  batchBeginsMs(startsOn) - step.until_hours_before * hourMs;

/**
 * @param startsOn first day of the batch, `YYYY-MM-DD`
 * @returns the steps with their deadlines, the highest percentage first; none if the first day cannot be read
 */
export function datedSteps(policy: RefundPolicy, startsOn: string): DatedRefundStep[] {
  if (Number.isNaN(batchBeginsMs(startsOn))) return [];
  return policy
    .map((step) => ({ ...step, until: new Date(endOf(step, startsOn)).toISOString() }))
    .toSorted((one, other) => other.percent - one.percent || byCodeUnits(one.until, other.until));
}

/**
 * @param when.startsOn first day of the batch, `YYYY-MM-DD`
 * @param when.paidAt null if nothing was paid
 * @returns the refund for cancelled seats in per cent of their price: that of the best step whose deadline
 * has not passed; 0 if there is none
 */
export function refundPercent(
  policy: RefundPolicy,
  { startsOn, paidAt, now }: { startsOn: string; paidAt: Date | null; now: Date },
): number {
  const holds = (step: RefundStep) => {
    const { within_hours_of_payment: hours } = step;
    const inTime = isHoursBefore(startsOn, step.until_hours_before, now);
    if (hours === undefined) return inTime;
    return inTime && paidAt !== null && now.getTime() <= paidAt.getTime() + hours * hourMs;
  };
  return policy.filter(holds).reduce((best, { percent }) => Math.max(best, percent), 0);
}

/** @returns the percentage of a sum in whole paise; half a paisa is rounded up */
export function refundPaise(sumPaise: number, percent: number): number {
  return Math.round((sumPaise * percent) / 100);
}
