import { type AppliedCoupon, priceData } from '@meridian/contracts/checkout/price';
import type { DatedRefundStep } from '@meridian/contracts/checkout/refund-policy';
import type { Selection } from '@meridian/contracts/checkout/selection';
import { callApi } from '../../api/call.ts';
import { receiptToken } from './receipt.ts';
import { isReceiptPath, startedOrder } from './started-order.ts';

export type PriceAnswer =
  | {
      kind: 'priced';
      feeRupees: number;
      discountRupees: number;
      coupon: AppliedCoupon | null;
      asksState: boolean;
      /** Undefined from a server of before. */
      refundSteps: readonly DatedRefundStep[] | undefined;
    }
  /** The coupon does not apply; the message says why. */
  | { kind: 'refused'; message: string }
  | { kind: 'unanswered' };

/** @returns the receipt token of the unpaid order that a new one replaces */
export function replacedOrder(): string | undefined {
  const { receipt_path: path, paid } = startedOrder() ?? {};
  return isReceiptPath(path) && !paid ? receiptToken(path) : undefined;
}

/** Asks for the price of the seats, with a coupon or the automatic discount. */
export async function askPrice(selection: Selection, coupon: string | undefined): Promise<PriceAnswer> {
  const { course_id, course_schedule_id, course_qty: number_of_course } = selection;
  const requested = { course_id, course_schedule_id, number_of_course, coupon, replaces: replacedOrder() };
  const result = await callApi('/api/price', requested);
  if ('error' in result) {
    const message = result.error.errors?.coupon?.[0];
    return message === undefined ? { kind: 'unanswered' } : { kind: 'refused', message };
  }
  const { data } = priceData.safeParse(result.data);
  if (!data) return { kind: 'unanswered' };
  const { fee: feeRupees, discount: discountRupees, supplier_state } = data;
  return {
    kind: 'priced',
    feeRupees,
    discountRupees,
    coupon: data.coupon,
    asksState: supplier_state !== undefined,
    refundSteps: data.refund_policy,
  };
}
