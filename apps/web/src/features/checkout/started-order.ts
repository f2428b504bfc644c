/** What the payment widget's handler gets. */
export interface WidgetResponse {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/**
 * An order that this browser has opened. It is kept until it is booked, so that a visitor who closes the page in
 * mid-payment sees on coming back what became of it. Nothing in it says who the visitor is.
 */
export interface StartedOrder {
  /** Razorpay's order id. */
  order_id: string;
  course_id: number;
  course_schedule_id: number;
  course_name: string;
  /** Rupees. */
  fee: number;
  number_of_course: number;
  sub_total: number;
  gst_total: number;
  total_fee: number;
  /** Address of the receipt on this site. */
  receipt_path?: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** There as soon as the widget says that the payment was made. */
  paid?: WidgetResponse;
}

const storageKey = 'checkout-order';
const keptForMs = 24 * 60 * 60_000;

/** Path of a receipt; anything else is not to be linked to. */
export function isReceiptPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/receipt\/[0-9a-f]{20,80}$/.test(value);
}

export function keepStartedOrder(order: StartedOrder): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(order));
  } catch {
    // A browser that keeps nothing: the webhook books the payment all the same.
  }
}

export function forgetStartedOrder(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}

/** @returns the order that this browser opened last and has not seen booked, for a day */
export function startedOrder(): StartedOrder | undefined {
  try {
    const order: StartedOrder | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof order?.order_id !== 'string' || !(Date.now() - order.startedAt < keptForMs)) return undefined;
    return isReceiptPath(order.receipt_path) ? order : { ...order, receipt_path: undefined };
  } catch {
    return undefined;
  }
}
