/**
 * Parses the address to which `POST /api/payments/return` redirects after a payment on Razorpay's own page.
 */
import { pickWidgetAnswer, type WidgetAnswer } from '@meridian/contracts/enrolment/widget-answer';

export type ReturnState = 'failed' | 'unconfirmed';

const parameter = 'payment';

function isReturnState(value: unknown): value is ReturnState {
  return value === 'failed' || value === 'unconfirmed';
}

export interface ReturnedPayment {
  state: ReturnState;
  /**
   * The widget's signed response. Set if the server could not record the payment, so that the browser sends
   * it again.
   */
  claim: WidgetAnswer | undefined;
  /** The query string without the parameters of the return. */
  rest: string;
}

/** Parses the address of the redirect. @returns undefined if it is not the address of a return */
export function takeReturn(search: string, hash: string): ReturnedPayment | undefined {
  const query = new URLSearchParams(search);
  const state = query.get(parameter);
  if (!isReturnState(state)) return undefined;
  query.delete(parameter);
  const rest = query.toString();
  const claim = pickWidgetAnswer(Object.fromEntries(new URLSearchParams(hash.replace(/^#/, ''))));
  return { state, claim, rest: rest && `?${rest}` };
}

/** @returns the state of the return, which the checkout has moved from the address to the history entry */
export function returnStateOf(historyState: unknown): ReturnState | undefined {
  const state = (historyState as { payment?: unknown } | null)?.payment;
  return isReturnState(state) ? state : undefined;
}
