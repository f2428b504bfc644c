import type { WidgetAnswer } from '@meridian/contracts/enrolment/widget-answer';

/** The order, with the field names of `POST /api/booking`. Amounts in rupees. */
interface OrderedSeats {
  course_id: number;
  course_schedule_id: number;
  course_name: string;
  fee: number;
  number_of_course: number;
  sub_total: number;
  gst_total: number;
  total_fee: number;
}

/**
 * An order that this browser has opened, stored until its payment is confirmed, so that a visitor who closes the page
 * during the payment finds its status later. It holds no personal data.
 */
export interface StartedOrder extends Partial<OrderedSeats> {
  /** Razorpay's order id. */
  order_id: string;
  /** Address of the receipt on this site. */
  receipt_path?: string;
  /** ISO 8601: its seats are held until then; left out if seats are not counted. */
  held_until?: string | undefined;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** The widget's signed answer, once the payment was made. */
  paid?: WidgetAnswer;
}

const storageKey = 'checkout-order';
const dayMs = 24 * 60 * 60_000;
const maxAgeMs = dayMs;
/** A payment that is not confirmed yet. */
const paidMaxAgeMs = 7 * dayMs;

/** Path of a receipt; nothing else may be linked to. */
export function isReceiptPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/receipt\/[0-9a-f]{20,80}$/.test(value);
}

export function saveStartedOrder(order: StartedOrder): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(order));
  } catch {
    // Storage is blocked: the webhook still books the payment.
  }
}

export function clearStartedOrder(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked.
  }
}

/**
 * @returns the last order that this browser opened and whose outcome is unknown: for a day, or a week if it was paid
 */
export function startedOrder(): StartedOrder | undefined {
  try {
    const order: StartedOrder | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof order?.order_id !== 'string') return undefined;
    if (!(Date.now() - order.startedAt < (order.paid ? paidMaxAgeMs : maxAgeMs))) return undefined;
    return isReceiptPath(order.receipt_path) ? order : { ...order, receipt_path: undefined };
  } catch {
    return undefined;
  }
}

/** Stores the claim of a payment made on the payment service's own page. A claim that is still unanswered is not replaced. */
export function saveReturnedClaim(paid: WidgetAnswer): void {
  const started = startedOrder();
  if (started?.paid) return;
  const order_id = paid.razorpay_order_id;
  saveStartedOrder({
    ...(started?.order_id === order_id ? started : { order_id, startedAt: Date.now() }),
    paid,
  });
}
