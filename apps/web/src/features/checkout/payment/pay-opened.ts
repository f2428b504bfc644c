/** Pays an order that the server opened without the checkout form. */
import { dialogSeconds, minDialogSeconds, type OpenedOrder } from './opened-order.ts';
import { type StartedOrder, saveStartedOrder } from './started-order.ts';
import { loadWidget, openWidget } from './widget.ts';

/** The server does not send the payer's details to this page. The payment dialog asks for them. */
const unnamed = { first_name: '', last_name: '', email: '', phone_number: '' };
/** A payment in a UPI app may arrive after the dialog was closed. */
const closed =
  'The payment window was closed. If you have paid in your UPI or bank app, please do not pay again: we will email you when the payment arrives. Otherwise nothing was charged, and you can try again.';
const notLoaded = 'The payment window could not be loaded. Nothing was charged. Please try again.';
const released =
  'The seats are no longer held for you. If you have paid in your UPI or bank app, please do not pay again: we will email you when the payment arrives. Otherwise nothing was charged: reload this page to start again.';

/** @returns the paid order, or a message for the visitor */
export async function payOpened(
  opened: OpenedOrder,
  what: Pick<StartedOrder, 'number_of_course'> & { course_name: string },
): Promise<StartedOrder | string> {
  const { order_id, receipt_path, fee, sub_total, gst_total, total_fee } = opened.order;
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
  const openSeconds = dialogSeconds(opened);
  if (openSeconds < minDialogSeconds) return released;
  const widget = await loadWidget().catch(() => undefined);
  if (!widget) return notLoaded;
  // Stored before the payment, so that a visitor who closes the page during the payment finds its status
  // later.
  saveStartedOrder(started);
  const details = { payer: unnamed, description: what.course_name, openSeconds };
  const paid = await openWidget(widget, opened.order, details);
  if (!paid) return closed;
  const paidOrder = { ...started, paid };
  saveStartedOrder(paidOrder);
  return paidOrder;
}
