import { type DiscountedPrice, discountedPrice } from '@meridian/contracts/enrolment/discounted-price';
import type { AppliedCoupon } from '@meridian/contracts/enrolment/price';
import { displayPrice, paiseOf } from '@meridian/contracts/enrolment/pricing';
import type { DatedRefundStep } from '@meridian/contracts/enrolment/refund-policy';
import type { Selection } from '@meridian/contracts/enrolment/selection';
import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { currentCoupon, saveCoupon } from '../../coupons/public.ts';
import { priceApi } from './price-api.ts';

const notChecked = 'The coupon could not be checked just now. Please try again.';

export interface CheckoutPrice {
  price: DiscountedPrice;
  /** The coupon of the discount; its code is sent with the order. */
  coupon: AppliedCoupon | undefined;
  /** Invoices are issued: each buyer is asked for the state. */
  asksState: boolean;
  /** What a buyer of this batch gets back after cancelling; undefined until it is known. */
  refundSteps: readonly DatedRefundStep[] | undefined;
  /** The code that was typed or came with a link. */
  typed: string | undefined;
  /** Why a coupon does not apply. */
  fault: string | undefined;
  busy: boolean;
  /** False until the first answer, for two seconds at most: a later change would shift the layout. */
  ready: boolean;
  apply(code: string): void;
  remove(): void;
  /** Called if the server refuses the coupon with the order. */
  refuse(message: string): void;
  /** Called if the server has another price. */
  refresh(): void;
}

/** After this the full price is shown first. */
const timeoutMs = 2_000;

/** Empty if the visitor has removed the coupon, also after a reload. */
function useTyped(): [typed: string | undefined, type: (code: string | undefined) => void] {
  const { search } = useLocation();
  const [typed, setTyped] = useState(() => currentCoupon(search));
  useEffect(() => saveCoupon(typed), [typed]);
  return [typed || undefined, (code) => setTyped(code ?? '')];
}

/**
 * The price of a selection with its discount. Until the server has answered, and if its fee differs from the page's, it
 * is the full price: the order is then refused, and the visitor asked to confirm the new one.
 */
export function useCheckoutPrice(selection: Selection): CheckoutPrice {
  const [typed, setTyped] = useTyped();
  const [fault, setFault] = useState<string>();
  const { course_id, course_schedule_id, course_fee, course_qty } = selection;
  const [ready, setReady] = useState(course_qty === 0);
  const { data, error, isError, isFetching, refetch } = priceApi.endpoints.price.useQuery(
    { course_id, course_schedule_id, number_of_course: course_qty, coupon: typed },
    { skip: course_qty === 0, refetchOnMountOrArgChange: true },
  );

  // The form is shown with the first answer, which is too much for one task.
  const show = () => startTransition(() => setReady(true));
  useEffect(() => {
    const timer = setTimeout(show, timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (data) show();
  }, [data]);
  useEffect(() => {
    if (!error) return;
    const refusal = 'errors' in error ? error.errors?.coupon?.[0] : undefined;
    setFault(refusal ?? (typed === undefined ? undefined : notChecked));
    // Asks again without the code, for an automatic discount.
    if (refusal !== undefined) setTyped(undefined);
    else show();
  }, [error]);

  const full = displayPrice(course_fee, course_qty);
  const { request } = data ?? {};
  const isOfSeats =
    request?.course_id === course_id &&
    request.course_schedule_id === course_schedule_id &&
    request.number_of_course === course_qty;
  const known = isOfSeats && !isError ? data : undefined;
  const holds = known && paiseOf(known.feeRupees) === full.unitPaise ? known : undefined;
  const type = (code: string | undefined, message?: string) => {
    setFault(message);
    setTyped(code);
    if ((code || undefined) === typed) void refetch();
  };
  return {
    price: discountedPrice(full.unitPaise, full.seats, paiseOf(holds?.discountRupees ?? 0)),
    coupon: holds?.coupon ?? undefined,
    refundSteps: known?.refundSteps,
    asksState: data?.asksState ?? false,
    typed,
    fault,
    busy: isFetching,
    ready,
    apply: (code) => type(code.trim().toUpperCase()),
    remove: () => type(undefined),
    refuse: (message) => type(undefined, message),
    refresh: () => void refetch(),
  };
}
