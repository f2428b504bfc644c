import type { Attendee } from '@meridian/contracts/enrolment/attendees';
import type { Billing } from '@meridian/contracts/enrolment/billing';
import type { Selection } from '@meridian/contracts/enrolment/selection';
import type { FieldErrors } from '@meridian/contracts/envelope';
import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { Dispatch } from '../../../api/store.ts';
import { currentAttribution } from '../../leads/public.ts';
import type { MarketingConsent } from '../../marketing/public.ts';
import { replacedOrder } from '../price/price-api.ts';
import type { CheckoutPrice } from '../price/use-price.ts';
import { isPaid, receiptApi, receiptToken } from '../receipt/receipt-api.ts';
import { offerInQuery } from '../selection/offer-in-query.ts';
import { type OpenAnswer, openOrder } from './calls.ts';
import { dialogSeconds, minDialogSeconds, type OpenedOrder } from './opened-order.ts';
import { type StartedOrder, saveStartedOrder, startedOrder } from './started-order.ts';
import { loadWidget, openWidget, type Payer } from './widget.ts';

/** Outcome of one payment attempt. */
export type PaymentOutcome =
  /** Paid, now or in an earlier attempt. The booking is still to be made. */
  | { kind: 'paid'; order: StartedOrder }
  | { kind: 'dismissed' }
  /** The dialog closed automatically, because the hold of the seats ends soon. */
  | { kind: 'timed-out' }
  /** The server's price differs from the displayed price. The visitor must confirm the new total first. */
  | { kind: 'fee-changed'; feeRupees: number }
  | { kind: 'failed'; message: string; errors: FieldErrors; soldOut?: boolean };

const notLoaded = 'The payment window could not be loaded. Nothing was charged. Please try again.';

function refusesPeople(answer: OpenAnswer): boolean {
  if (answer.kind !== 'failed') return false;
  const fields = Object.keys(answer.errors);
  return fields.length > 0 && fields.every((field) => field.split('.')[0] === 'attendees');
}

/** Values of the form other than the payer's. */
interface OrderExtras {
  billing?: Billing | undefined;
  people?: readonly Attendee[];
  marketing?: MarketingConsent | undefined;
}

/** Pays for a selection: opens the order, then the widget. A retry with the same details reuses the order. */
export function usePayment(
  selection: Selection,
  { price: seen, coupon }: Pick<CheckoutPrice, 'price' | 'coupon'>,
): (payer: Payer, extras?: OrderExtras) => Promise<PaymentOutcome> {
  const dispatch = useDispatch<Dispatch>();
  const latest = useRef<OpenedOrder & { key: string }>(undefined);

  /** @returns an earlier attempt that was paid after its dialog was closed, for example in a UPI app */
  async function paidEarlier(): Promise<StartedOrder | undefined> {
    const earlier = startedOrder();
    if (earlier?.course_schedule_id !== selection.course_schedule_id || !earlier.receipt_path)
      return undefined;
    const token = receiptToken(earlier.receipt_path);
    const query = dispatch(
      receiptApi.endpoints.receipt.initiate(token, { forceRefetch: true, subscribe: false }),
    );
    const { data } = await query;
    return data && isPaid(data.state) ? earlier : undefined;
  }

  return async (payer, { billing, people = [], marketing } = {}) => {
    const { course_id, course_schedule_id, course_qty: number_of_course, course_name } = selection;
    // Another tab may have a payment that is not confirmed yet.
    const unanswered = startedOrder();
    if (unanswered?.paid) return { kind: 'paid', order: unanswered };
    const earlier = await paidEarlier();
    if (earlier) return { kind: 'paid', order: earlier };

    const requested = {
      course_id,
      course_schedule_id,
      number_of_course,
      ...payer,
      billing,
      coupon: coupon?.code,
      attendees: people.length > 0 ? [...people] : undefined,
      offer: offerInQuery(location.search),
      marketing,
    };
    const key = JSON.stringify(requested);
    // If too little time is left to pay, opens a new order, which holds the seats again.
    if (latest.current?.key !== key || dialogSeconds(latest.current) < minDialogSeconds) {
      const request = {
        ...requested,
        expected_total: seen.totalPaise,
        replaces: replacedOrder(),
        attribution: currentAttribution(),
      };
      const first = await openOrder(request);
      // Invalid attendees must not block the payment. They can be named later, on the receipt.
      const answer = refusesPeople(first) ? await openOrder({ ...request, attendees: undefined }) : first;
      if (answer.kind === 'failed') return answer;
      if (answer.kind === 'price-changed') return { kind: 'fee-changed', feeRupees: answer.price.fee };
      latest.current = { key, order: answer.order, openedMs: Date.now() };
    }
    const { order } = latest.current;
    const { fee, sub_total, gst_total, total_fee, order_id, receipt_path } = order;
    // A server of an earlier version ignores `expected_total` and opens the order.
    if (order.amount !== seen.totalPaise) return { kind: 'fee-changed', feeRupees: fee };

    const started: StartedOrder = {
      order_id,
      course_id,
      course_schedule_id,
      course_name,
      number_of_course,
      fee,
      sub_total,
      gst_total,
      total_fee,
      receipt_path,
      held_until: order.held_until,
      startedAt: Date.now(),
    };
    const widget = await loadWidget().catch(() => undefined);
    if (!widget) return { kind: 'failed', message: notLoaded, errors: {} };
    saveStartedOrder(started);
    const description = `${course_name}, ${number_of_course === 1 ? '1 seat' : `${number_of_course} seats`}`;
    const openSeconds = dialogSeconds(latest.current);
    const openedMs = Date.now();
    const paid = await openWidget(widget, order, {
      payer,
      description,
      ...(Number.isFinite(openSeconds) && { openSeconds }),
    });
    if (!paid) {
      const isOver = Date.now() - openedMs >= openSeconds * 1000;
      return { kind: isOver ? 'timed-out' : 'dismissed' };
    }
    const paidOrder = { ...started, paid };
    saveStartedOrder(paidOrder);
    return { kind: 'paid', order: paidOrder };
  };
}
