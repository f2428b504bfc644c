import type { WidgetAnswer } from '@meridian/contracts/enrolment/widget-answer';

/** The ordered seats, with the field names of `POST /api/booking`. Amounts in rupees. */
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
 * An order that this browser has opened. It is stored until its payment is confirmed, so that a visitor who
 * closes the page during the payment finds its status later. Contains no personal data.
 */
export interface StartedOrder extends Partial<OrderedSeats> {
  /** Razorpay's order id. */
  order_id: string;
  /** Address of the receipt on this site. */
  receipt_path?: string;
  /**
   * End of the hold of the seats, ISO 8601. Absent if the seats are not held, or if the end is not known
   * here.
   */
  held_until?: string | undefined;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** The widget's signed response, once the visitor has paid. */
  paid?: WidgetAnswer;
}

const storageKey = 'checkout-order';
const dayMs = 24 * 60 * 60_000;
const maxAgeMs = dayMs;
/** How long a payment that is not confirmed yet is stored. */
const paidMaxAgeMs = 7 * dayMs;

/** Whether a stored value is the path of a receipt. The pages link to no other stored path. */
export function isReceiptPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/receipt\/[0-9a-f]{20,80}$/.test(value);
}

export function saveStartedOrder(order: StartedOrder): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(order));
  } catch {
    // Storage is blocked. The webhook still books the payment.
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
 * @returns the last order that this browser opened, until its outcome is known: for a day, or for a week if
 *   it was paid
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

/**
 * Stores the claim of a payment made on the payment provider's own page. Does not replace a claim that is
 * still unanswered.
 */
export function saveReturnedClaim(paid: WidgetAnswer): void {
  const started = startedOrder();
  if (started?.paid) return;
  const order_id = paid.razorpay_order_id;
  saveStartedOrder({
    ...(started?.order_id === order_id ? started : { order_id, startedAt: Date.now() }),
    paid,
  });
}
