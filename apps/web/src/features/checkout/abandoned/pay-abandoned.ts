/** The payment that continues an abandoned checkout, from the emailed link. */

import type { AbandonedData } from '@meridian/contracts/enrolment/abandoned';
import { checkoutData } from '@meridian/contracts/enrolment/orders';
import { callApi, unexpectedError } from '../../../api/call.ts';
import { payOpened } from '../payment/pay-opened.ts';
import type { StartedOrder } from '../payment/started-order.ts';

const pathOf = (token: string) => `/api/unfinished/${token}`;

/**
 * Reopens the order at the same price, then opens the payment dialog.
 * @returns the paid order, or a message for the visitor
 */
export async function payAbandoned(token: string, shown: AbandonedData): Promise<StartedOrder | string> {
  const result = await callApi(pathOf(token), {});
  if ('error' in result) return result.error.message;
  const opened = checkoutData.safeParse(result.data);
  if (!opened.success) return unexpectedError;
  const { course_name, number_of_course } = shown;
  return payOpened({ order: opened.data, openedMs: Date.now() }, { course_name, number_of_course });
}
