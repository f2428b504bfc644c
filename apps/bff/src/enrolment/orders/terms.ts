/** The terms that an order was sold under. Later settings and coupons do not change them. */
import { type RefundPolicy, refundStep } from '@meridian/contracts/checkout/refund-policy';
import { z } from 'zod';
import type { Coupon } from '../coupons/coupon.ts';

const discount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), percent: z.number() }),
  z.object({ kind: z.literal('amount'), amountPaise: z.number() }),
]);

export const saleTerms = z.object({
  refundSteps: z.array(refundStep).readonly(),
  /** First day of the batch, `YYYY-MM-DD` in India, from which the steps count. */
  startsOn: z.string(),
  coupon: z.object({ discount, minSeats: z.int() }).nullable(),
});
export type SaleTerms = z.output<typeof saleTerms>;

/**
 * @param startsOn first day of the batch, `YYYY-MM-DD`
 * @returns the terms of an order that is opened now
 */
export function soldTerms(
  { refundPolicy }: { refundPolicy: RefundPolicy },
  startsOn: string,
  coupon: Pick<Coupon, 'terms' | 'leastSeats'> | undefined,
): SaleTerms {
  const rule = coupon ? { discount: coupon.terms, minSeats: coupon.leastSeats } : null;
  return { refundSteps: refundPolicy, startsOn, coupon: rule };
}
