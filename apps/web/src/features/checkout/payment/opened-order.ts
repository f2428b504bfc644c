import type { CheckoutData } from '@meridian/contracts/enrolment/orders';

/** An order, and how long its seats are held. */
export interface OpenedOrder {
  order: CheckoutData;
  /** When the server answered, in milliseconds since 1970. */
  openedMs: number;
}

/** The dialog closes this long before the hold ends, so that a payment at the last moment still counts. */
const marginSeconds = 2 * 60;
/** Minimum time for a payment. If less is left, the dialog does not open. */
export const minDialogSeconds = 2 * 60;

/** @returns seconds for which the dialog of an order may stay open; infinite if its seats are not held */
export function dialogSeconds({ order, openedMs }: OpenedOrder): number {
  if (order.held_seconds === undefined) return Number.POSITIVE_INFINITY;
  const passedSeconds = (Date.now() - openedMs) / 1000;
  return Math.floor(order.held_seconds - marginSeconds - passedSeconds);
}
