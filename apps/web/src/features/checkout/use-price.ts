import { type DiscountedPrice, discountedPrice } from '@meridian/contracts/checkout/discounted-price';
import type { AppliedCoupon } from '@meridian/contracts/checkout/price';
import { displayPrice, paiseOf } from '@meridian/contracts/checkout/pricing';
import type { DatedRefundStep } from '@meridian/contracts/checkout/refund-policy';
import type { Selection } from '@meridian/contracts/checkout/selection';
import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { currentAttribution } from '../leads/public.ts';
import { askPrice } from './ask-price.ts';
import { couponInQuery, saveCoupon, savedCoupon } from './saved-coupon.ts';

const notChecked = 'The coupon could not be checked just now. Please try again.';

export interface CheckoutPrice {
  price: DiscountedPrice;
  /** The coupon of the discount; its code is sent with the order. */
  coupon: AppliedCoupon | undefined;
  /** Invoices are issued: each buyer is asked for the state. */
  asksState: boolean;
  /** What a buyer of this batch receives back who cancels; undefined until it is known. */
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

interface Known {
  /** The request of the answer. */
  of: string;
  feeRupees: number;
  discountRupees: number;
  coupon: AppliedCoupon | null;
  refundSteps: readonly DatedRefundStep[] | undefined;
}

const dayMs = 24 * 60 * 60_000;

/** The code of a recent link to another page of this site. */
function landedCoupon(): string | undefined {
  const { landing_page: address, at } = currentAttribution().last_touch ?? {};
  if (address === undefined || !(Date.now() - Date.parse(at ?? '') < dayMs)) return undefined;
  return couponInQuery(URL.parse(address)?.search ?? '');
}

/** Empty if the visitor has removed the coupon, also after a reload. */
function useTyped(): [typed: string | undefined, type: (code: string | undefined) => void] {
  const { search } = useLocation();
  const [typed, setTyped] = useState(() => couponInQuery(search) ?? savedCoupon() ?? landedCoupon() ?? '');
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
  const [known, setKnown] = useState<Known>();
  const [turn, setTurn] = useState(0);
  const [busy, setBusy] = useState(false);
  const [asksState, setAsksState] = useState(false);
  const [ready, setReady] = useState(selection.course_qty === 0);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setReady(true)), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  const { course_id, course_schedule_id, course_fee, course_qty } = selection;
  const seats = `${course_id} ${course_schedule_id} ${course_qty}`;

  useEffect(() => {
    if (course_qty === 0) return;
    let left = false;
    setBusy(true);
    void askPrice(selection, typed).then((answer) => {
      if (left) return;
      // The first answer shows the form, which is too much for one task.
      startTransition(() => {
        setBusy(false);
        // If the code does not apply, the price without it follows.
        if (answer.kind !== 'refused') setReady(true);
        if (answer.kind === 'priced') setAsksState(answer.asksState);
        if (answer.kind === 'priced') setKnown({ ...answer, of: seats });
        else setKnown(undefined);
        if (answer.kind === 'unanswered') setFault(typed === undefined ? undefined : notChecked);
        if (answer.kind === 'refused') {
          setFault(answer.message);
          // Asks again without it, for an automatic discount.
          setTyped(undefined);
        }
      });
    });
    return () => {
      left = true;
    };
  }, [seats, course_fee, typed, turn]);

  const full = displayPrice(course_fee, course_qty);
  const holds = known?.of === seats && paiseOf(known.feeRupees) === full.unitPaise ? known : undefined;
  return {
    price: discountedPrice(full.unitPaise, full.seats, paiseOf(holds?.discountRupees ?? 0)),
    coupon: holds?.coupon ?? undefined,
    refundSteps: known?.of === seats ? known.refundSteps : undefined,
    asksState,
    typed,
    fault,
    busy,
    ready,
    apply(code) {
      setFault(undefined);
      setTyped(code.trim().toUpperCase());
      setTurn((last) => last + 1);
    },
    remove() {
      setFault(undefined);
      setTyped(undefined);
    },
    refuse(message) {
      setFault(message);
      setTyped(undefined);
      setTurn((last) => last + 1);
    },
    refresh: () => setTurn((last) => last + 1),
  };
}
