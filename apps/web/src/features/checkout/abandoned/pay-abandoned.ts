/** Calls behind the link of a mail about an unfinished checkout. */

import type { AbandonedData } from '@meridian/contracts/enrolment/abandoned';
import { checkoutData } from '@meridian/contracts/enrolment/orders';
import { callApi, unexpectedError } from '../../../api/call.ts';
import { payOpened } from '../payment/pay-opened.ts';
import type { StartedOrder } from '../payment/started-order.ts';

const pathOf = (token: string) => `/api/unfinished/${token}`;

/**
 * Opens the order again, at the same price, and its payment dialog.
 * @returns the paid order, or a message for the visitor
 */
export async function payAbandoned(token: string, shown: AbandonedData): Promise<StartedOrder | string> {
  const result = await callApi(pathOf(token), {});
  if ('error' in result) return result.error.message;
  const opened = checkoutData.safeParse(result.data);
  if (!opened.success) return unexpectedError;
  const { course_name, number_of_course } = shown;
  return payOpened(opened.data, { course_name, number_of_course });
}
