/** A visitor who buys seats while the server may be killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import { billing } from '../billing.ts';
import type { Random } from '../random.ts';
import { type Answer, type OfferedBatch, openedOrder, type ProductClient } from './client.ts';

export interface Plan {
  outcome: 'captured' | 'authorized' | 'late_authorized' | 'failed';
  webhook: 'send' | 'drop' | 'duplicate' | 'reorder';
  /** False if the browser is closed right after the payment. */
  callsBack: boolean;
}

export interface Visit {
  plan: Plan;
  orderId: string;
  amountPaise: number;
  /** Answer of the browser's booking call. */
  callback: 'not made' | 'answered' | 'cut off';
}

/** @returns a visitor's plan; the first two pay without a report, so that reconciliation has work */
export function planOf(index: number, random: Random): Plan {
  if (index < 2) return { outcome: 'captured', webhook: 'drop', callsBack: false };
  return {
    outcome: random.pick(['captured', 'captured', 'captured', 'authorized', 'late_authorized', 'failed']),
    webhook: random.pick(['drop', 'drop', 'send', 'duplicate', 'reorder']),
    callsBack: random.chance(0.7),
  };
}

const tryAgainMs = 100;
const timeoutMs = 60_000;
const thinkingMs = 250;

/** @returns undefined if the connection was refused or broke */
async function answered(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Retries until an order is created, as a visitor does. */
async function openOrder(client: ProductClient, body: Record<string, unknown>) {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const answer = await answered(client.api('checkout', body));
    const opened = openedOrder.safeParse(answer?.body);
    if (opened.success) return opened.data.data;
    await sleep(tryAgainMs);
  }
  throw new Error('no order could be opened in time');
}

/**
 * Makes one purchase.
 * @throws Error if no order can be created within a minute, or a paid booking call is refused
 */
export async function visit(
  client: ProductClient,
  plan: Plan,
  person: { email: string; seats: number; batch: OfferedBatch },
  random: Random,
): Promise<Visit> {
  const { batch, email, seats } = person;
  const contact = { first_name: 'Asha', last_name: 'Rao', email, phone_number: '98450 12345' };
  const requested = { course_id: batch.courseId, course_schedule_id: batch.batchId, number_of_course: seats };
  await sleep(random.between(0, thinkingMs));
  const { order_id: orderId, amount: amountPaise } = await openOrder(client, {
    ...requested,
    ...contact,
    billing,
  });
  await sleep(random.between(0, thinkingMs));
  const paid = await client.pay(orderId, plan.outcome, plan.webhook);
  if (!paid || !plan.callsBack) return { plan, orderId, amountPaise, callback: 'not made' };
  await sleep(random.between(0, thinkingMs / 10));
  const booking = { ...requested, ...contact, total_fee: rupeesOf(amountPaise), ...paid };
  const answer = await answered(client.api('booking', booking));
  if (answer && answer.httpStatus < 500 && answer.httpStatus !== 200)
    throw new Error(`a booking call for a payment that was made got HTTP ${answer.httpStatus}`);
  return { plan, orderId, amountPaise, callback: answer?.httpStatus === 200 ? 'answered' : 'cut off' };
}
