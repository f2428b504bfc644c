import { type AppliedCoupon, priceData } from '@meridian/contracts/enrolment/price';
import type { DatedRefundStep } from '@meridian/contracts/enrolment/refund-policy';
import { api } from '../../../api/api.ts';
import { callQuery } from '../../../api/call-query.ts';
import { isReceiptPath, startedOrder } from '../payment/started-order.ts';
import { receiptToken } from '../receipt/receipt-api.ts';

export interface PriceRequest {
  course_id: number;
  course_schedule_id: number;
  number_of_course: number;
  /** The typed code. If it is absent, the server applies the best automatic discount. */
  coupon: string | undefined;
}

export interface AnsweredPrice {
  /** The request that was answered. */
  request: PriceRequest;
  feeRupees: number;
  discountRupees: number;
  coupon: AppliedCoupon | null;
  asksState: boolean;
  /** Undefined from a server of an earlier version. */
  refundSteps: readonly DatedRefundStep[] | undefined;
}

/** @returns the receipt token of the unpaid order that a new order replaces */
export function replacedOrder(): string | undefined {
  const { receipt_path: path, paid } = startedOrder() ?? {};
  return isReceiptPath(path) && !paid ? receiptToken(path) : undefined;
}

export const priceApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The price of seats, with a coupon or the automatic discount. Not cached, because it changes over time.
     */
    price: build.query<AnsweredPrice, PriceRequest>({
      async queryFn(request) {
        const answer = await callQuery('/api/price', priceData, { ...request, replaces: replacedOrder() });
        if ('error' in answer) return answer;
        const { fee, discount, coupon, supplier_state, refund_policy } = answer.data;
        return {
          data: {
            request,
            feeRupees: fee,
            discountRupees: discount,
            coupon,
            asksState: supplier_state !== undefined,
            refundSteps: refund_policy,
          },
        };
      },
      keepUnusedDataFor: 0,
    }),
  }),
});
