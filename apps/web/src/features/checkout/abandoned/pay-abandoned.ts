/** Calls behind the link of a mail about an unfinished checkout. */

import type { AbandonedData } from '@meridian/contracts/enrolment/abandoned';
import { checkoutData } from '@meridian/contracts/enrolment/orders';
import { callApi, unexpectedError } from '../../../api/call.ts';
import { type StartedOrder, saveStartedOrder } from '../payment/started-order.ts';
import { loadWidget, openWidget } from '../payment/widget.ts';

const pathOf = (token: string) => `/api/unfinished/${token}`;

/** The server does not tell who the payer is: the payment dialog asks. */
const unnamed = { first_name: '', last_name: '', email: '', phone_number: '' };
const closed = 'The payment was not made. Nothing was charged; you can go on at any time.';
const notLoaded = 'The payment dialog could not be loaded. Nothing was charged. Please try again.';
/** The dialog ends before the hold of the seats does. */
const marginSeconds = 120;

/**
 * Opens the order again, at the same price, and its payment dialog.
 * @returns the paid order, or a message for the visitor
 */
export async function payAbandoned(token: string, shown: AbandonedData): Promise<StartedOrder | string> {
  const result = await callApi(pathOf(token), {});
  if ('error' in result) return result.error.message;
  const opened = checkoutData.safeParse(result.data);
  if (!opened.success) return unexpectedError;
  const { order_id, receipt_path, fee, sub_total, gst_total, total_fee, held_seconds } = opened.data;
  const { course_name, number_of_course } = shown;
  const started: StartedOrder = {
    order_id,
    receipt_path,
    course_name,
    number_of_course,
    fee,
    sub_total,
    gst_total,
    total_fee,
    startedAt: Date.now(),
  };
  const widget = await loadWidget().catch(() => undefined);
  if (!widget) return notLoaded;
  // Known from now on: a visitor who closes the page during the payment finds its status later.
  saveStartedOrder(started);
  const details = { payer: unnamed, description: course_name };
  const openSeconds = held_seconds === undefined ? {} : { openSeconds: held_seconds - marginSeconds };
  const paid = await openWidget(widget, opened.data, { ...details, ...openSeconds });
  if (!paid) return closed;
  const paidOrder = { ...started, paid };
  saveStartedOrder(paidOrder);
  return paidOrder;
}
