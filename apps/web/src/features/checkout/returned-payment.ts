/** How a visitor comes back from Razorpay's own page: see `POST /api/payments/return`. */
import { pickWidgetAnswer, type WidgetAnswer } from '@meridian/contracts/checkout/widget-answer';

export type ReturnState = 'failed' | 'unconfirmed';

const parameter = 'payment';

function isReturnState(value: unknown): value is ReturnState {
  return value === 'failed' || value === 'unconfirmed';
}

export interface ReturnedPayment {
  state: ReturnState;
  /** There where the server could not take the payment in: it has to be told of again. */
  claim: WidgetAnswer | undefined;
  /** The query without it. */
  rest: string;
}

/** Reads the address that the visitor was sent to. @returns undefined where nobody comes back from a payment */
export function takeReturn(search: string, hash: string): ReturnedPayment | undefined {
  const query = new URLSearchParams(search);
  const state = query.get(parameter);
  if (!isReturnState(state)) return undefined;
  query.delete(parameter);
  const rest = query.toString();
  const claim = pickWidgetAnswer(Object.fromEntries(new URLSearchParams(hash.replace(/^#/, ''))));
  return { state, claim, rest: rest && `?${rest}` };
}

/** @returns the same out of the history's state, where the checkout has put it */
export function returnStateOf(historyState: unknown): ReturnState | undefined {
  const state = (historyState as { payment?: unknown } | null)?.payment;
  return isReturnState(state) ? state : undefined;
}
