/** What a buyer receives back who cancels: steps of time and percentage. Times are in India. */
import { z } from 'zod';
import { byCodeUnits } from '../text-order.ts';

export const refundStep = z.object({
  /** Cancelled at least so many hours before the first day of the batch begins, at midnight. */
  until_hours_before: z.int().min(0).max(8_760),
  /** Of what was paid for the cancelled seats, GST included. */
  percent: z.int().min(0).max(100),
  /** Only so many hours after the payment; without it, whenever it was paid. */
  within_hours_of_payment: z.int().min(1).max(8_760).optional(),
});
export type RefundStep = z.infer<typeof refundStep>;
export type RefundPolicy = readonly RefundStep[];

/** @returns what is wrong with steps that hold whenever it was paid: a later cancellation refunds less */
export function refundPolicyFault(policy: RefundPolicy): string | undefined {
  const general = policy
    .filter((step) => step.within_hours_of_payment === undefined)
    .toSorted((one, other) => other.until_hours_before - one.until_hours_before);
  for (const [index, later] of general.entries()) {
    const earlier = general[index - 1];
    if (earlier && later.percent >= earlier.percent && earlier.percent > 0)
      return `${later.percent} % at ${later.until_hours_before} hours is no less than at ${earlier.until_hours_before} hours`;
  }
  return undefined;
}

/** A step with the moment at which it ends. */
export const datedRefundStep = refundStep.extend({
  /** ISO 8601. */
  until: z.string(),
});
export type DatedRefundStep = z.infer<typeof datedRefundStep>;

const hourMs = 3_600_000;

/** @param startsOn `YYYY-MM-DD` */
const batchBeginsMs = (startsOn: string) => Date.parse(`${startsOn}T00:00:00+05:30`);

/** @returns true at least so many hours before the first day of a batch begins; false if the day cannot be read */
export function isHoursBefore(startsOn: string, hours: number, now: Date): boolean {
  return now.getTime() < batchBeginsMs(startsOn) - hours * hourMs;
}

const endOf = (step: RefundStep, startsOn: string) =>
  batchBeginsMs(startsOn) - step.until_hours_before * hourMs;

/**
 * @param startsOn first day of the batch, `YYYY-MM-DD`
 * @returns the steps with their ends, the most generous first; none if the first day cannot be read
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
 * @returns what is given back of the price of cancelled seats, in per cent: the best step that still holds, 0 without one
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

/** @returns that share of a sum, in whole paise, half a paisa up */
export function refundPaise(sumPaise: number, percent: number): number {
  return Math.round((sumPaise * percent) / 100);
}
