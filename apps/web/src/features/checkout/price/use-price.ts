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
  /** The coupon that gives the discount. The order is sent with its code. */
  coupon: AppliedCoupon | undefined;
  /** True if invoices are issued: every buyer must enter a state. */
  asksState: boolean;
  /** What is refunded after cancelling this batch; undefined until it is loaded. */
  refundSteps: readonly DatedRefundStep[] | undefined;
  /** The code that was typed, or came with a link. */
  typed: string | undefined;
  /** Why the coupon does not apply. */
  fault: string | undefined;
  busy: boolean;
  /**
   * False until the first response, for two seconds at most. The form is hidden until then, against layout
   * shift.
   */
  ready: boolean;
  apply(code: string): void;
  remove(): void;
  /** Call it if the server refuses the order because of the coupon. */
  refuse(message: string): void;
  /** Call it if the server's price differs. */
  refresh(): void;
}

/** After this time, the form is shown with the full price, even without a response. */
const timeoutMs = 2_000;

/** The typed code. A removed coupon is stored as an empty code, so that it stays removed after a reload. */
function useTyped(): [typed: string | undefined, type: (code: string | undefined) => void] {
  const { search } = useLocation();
  const [typed, setTyped] = useState(() => currentCoupon(search));
  useEffect(() => saveCoupon(typed), [typed]);
  return [typed || undefined, (code) => setTyped(code ?? '')];
}

/**
 * The price of a selection, with its discount. Without a response of the server, it is the full price. It is
 * also the full price if the server's fee differs from the page's fee. In that case, the server refuses the
 * order, and the visitor is asked to confirm the new price.
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

  // The first response shows the form. Rendering the form would block input, so it runs in a transition.
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
    // Requests the price again without the code, for an automatic discount.
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
