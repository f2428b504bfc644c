/** Pays an order that the server opened without the checkout form. */
import type { CheckoutData } from '@meridian/contracts/enrolment/orders';
import { type StartedOrder, saveStartedOrder } from './started-order.ts';
import { loadWidget, openWidget } from './widget.ts';

/** The server does not reveal the payer's details here: the payment dialog asks for them. */
const unnamed = { first_name: '', last_name: '', email: '', phone_number: '' };
/** A payment in a UPI app may arrive after the dialog was closed. */
const closed =
  'The payment window was closed. If you have paid in your UPI or bank app, please do not pay again: we will email you when the payment arrives. Otherwise nothing was charged, and you can try again.';
const notLoaded = 'The payment window could not be loaded. Nothing was charged. Please try again.';
/** The dialog closes this long before the hold of the seats ends. */
const marginSeconds = 120;

/** @returns the paid order, or a message for the visitor */
export async function payOpened(
  opened: CheckoutData,
  what: Pick<StartedOrder, 'number_of_course'> & { course_name: string },
): Promise<StartedOrder | string> {
  const { order_id, receipt_path, fee, sub_total, gst_total, total_fee, held_seconds } = opened;
  const started: StartedOrder = {
    order_id,
    receipt_path,
    ...what,
    fee,
    sub_total,
    gst_total,
    total_fee,
    startedAt: Date.now(),
  };
  const widget = await loadWidget().catch(() => undefined);
  if (!widget) return notLoaded;
  // Stored before the payment, so that a visitor who closes the page meanwhile finds its status later.
  saveStartedOrder(started);
  const details = { payer: unnamed, description: what.course_name };
  const openSeconds = held_seconds === undefined ? {} : { openSeconds: held_seconds - marginSeconds };
  const paid = await openWidget(widget, opened, { ...details, ...openSeconds });
  if (!paid) return closed;
  const paidOrder = { ...started, paid };
  saveStartedOrder(paidOrder);
  return paidOrder;
}
