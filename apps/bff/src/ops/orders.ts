/** `ops orders …`: lists orders, shows one with its history, settles its case, forgets a payer. */
import { parseArgs } from 'node:util';
import { type OrderState, orderStates } from '@meridian/contracts/checkout/orders';
import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { CheckoutDependencies } from '../checkout/dependencies.ts';
import { countCases, type Decision, decide, type HistoryEntry, historyOf } from '../checkout/operator.ts';
import type { Order } from '../checkout/order.ts';
import { findOrder, listOrders } from '../checkout/order-queries.ts';
import { RazorpayError } from '../checkout/razorpay-error.ts';
import { erasePayer } from '../checkout/retention.ts';
import { type Print, printAnswer } from './answer.ts';
import { momentText, tableLines } from './table.ts';

export const ordersUsage = `ops orders [--state STATE] [--json] [--limit N]
ops orders review ID [--json]
ops orders review ID --book | --refund | --close --note "why" [--json]
ops orders erase --email ADDRESS [--json]`;

const defaultLimit = 200;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Without the payer's name and address: lists are pasted into tickets. */
function summaryOf(order: Order) {
  return {
    id: order.id,
    state: order.state,
    booking: order.booking,
    razorpay_order_id: order.razorpayOrderId,
    request_id: order.requestId,
    payment_id: order.paymentId,
    course_id: order.batch.course_id,
    course_name: order.batch.course_name,
    course_schedule_id: order.batch.course_schedule_id,
    number_of_course: order.price.seats,
    total_paise: order.price.totalPaise,
    review_reason: order.reviewReason,
    booking_attempts: order.bookingAttempts,
    payments: order.payments.map((payment) => ({
      payment_id: payment.paymentId,
      role: payment.role,
      refund: payment.refund,
      status: payment.status,
      amount_paise: payment.amountPaise,
      currency: payment.currency,
    })),
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  };
}

function tableOf(orders: readonly Order[]): string[] {
  const rows = orders.map((order) => {
    const open = order.state === 'needs_review' || order.state === 'refund_due';
    return [
      order.id,
      order.state,
      momentText(order.createdAt),
      formatPaise(order.price.totalPaise),
      `${order.price.seats} × ${order.batch.course_name}`,
      (open && order.reviewReason) || '',
    ];
  });
  return tableLines(['id', 'state', 'opened', 'total', 'seats', 'case'], rows);
}

function printOne(print: Print, order: Order, history: HistoryEntry[]): void {
  const { firstName, lastName, email, phoneNumber } = order.contact;
  tableOf([order]).forEach(print);
  print(`batch    ${order.batch.course_schedule_id}, ${order.batch.start_date} to ${order.batch.end_date}`);
  print(`payer    ${firstName} ${lastName}, ${email}, ${phoneNumber}`);
  print(`Razorpay ${order.razorpayOrderId ?? 'no order there'}`);
  print(`request  ${order.requestId ?? ''}`);
  for (const payment of order.payments)
    print(
      `payment  ${payment.paymentId}  ${payment.role}  ${payment.status}  ${formatPaise(payment.amountPaise)}` +
        `  refund: ${payment.refund}`,
    );
  for (const entry of history)
    print(
      `${entry.at.toISOString()}  ${entry.source.padEnd(10)}  ${entry.event} → ${entry.state}` +
        `${entry.paymentId ? `  ${entry.paymentId}` : ''}${entry.note ? `  ${entry.note}` : ''}`,
    );
}

async function list(
  deps: CheckoutDependencies,
  options: { state?: string; json?: boolean; limit?: string },
  print: Print,
): Promise<number> {
  const state = orderStates.find((known): known is OrderState => known === options.state);
  if (options.state !== undefined && state === undefined) {
    print(`There is no state "${options.state}". States: ${orderStates.join(', ')}`);
    return 2;
  }
  const limit = Math.min(10_000, Number.parseInt(options.limit ?? '', 10) || defaultLimit);
  const orders = await listOrders(deps.database, { limit, ...(state ? { state } : {}) });
  if (options.json) {
    print(JSON.stringify(orders.map(summaryOf), null, 2));
    return 0;
  }
  tableOf(orders).forEach(print);
  print(`${orders.length} shown, open cases: ${await countCases(deps.database)}`);
  return 0;
}

function decisionOf(values: {
  book?: boolean;
  refund?: boolean;
  close?: boolean;
}): Decision | undefined | 'many' {
  const chosen = (['book', 'refund', 'close'] as const).filter((decision) => values[decision]);
  return chosen.length > 1 ? 'many' : chosen[0];
}

async function review(
  deps: CheckoutDependencies,
  orderId: string,
  values: { book?: boolean; refund?: boolean; close?: boolean; note?: string; json?: boolean },
  print: Print,
): Promise<number> {
  const decision = decisionOf(values);
  const note = values.note?.trim() ?? '';
  if (decision === 'many' || (decision && note === '')) {
    print(`Choose one of --book, --refund, --close, and say why with --note\n${ordersUsage}`);
    return 2;
  }
  let done: string | undefined;
  if (decision) {
    try {
      const settled = await decide(deps, orderId, decision, note);
      if (settled.kind === 'not_possible') {
        printAnswer(print, values.json, { error: settled.reason }, [settled.reason]);
        return 1;
      }
      done = settled.done;
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      const reason = `${error.message}. Nothing is lost: the same command may be repeated.`;
      printAnswer(print, values.json, { error: reason }, [reason]);
      return 1;
    }
  }
  const order = await findOrder(deps.database, 'id', orderId);
  if (!order) {
    printAnswer(print, values.json, { error: 'There is no such order' }, ['There is no such order']);
    return 1;
  }
  const history = await historyOf(deps.database, orderId);
  if (values.json) {
    print(JSON.stringify({ ...(done !== undefined && { done }), ...summaryOf(order), history }, null, 2));
    return 0;
  }
  if (done !== undefined) print(`${done}.`);
  printOne(print, order, history);
  return 0;
}

async function eraseOf(
  deps: CheckoutDependencies,
  email: string,
  json: boolean,
  print: Print,
): Promise<number> {
  const { erased, kept } = await erasePayer(deps, email);
  printAnswer(print, json, { erased, kept }, [
    `erased: ${erased.length}`,
    ...kept.map(({ id, state }) => `kept: ${id}  ${state}: to be erased once it is settled`),
  ]);
  return kept.length === 0 ? 0 : 1;
}

/**
 * @param args what follows `ops orders`
 * @param print takes each line of the answer
 * @returns the exit status: 0 done, 1 not possible, 2 wrong use
 */
export async function ordersCommand(
  args: readonly string[],
  deps: CheckoutDependencies,
  print: Print,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      state: { type: 'string' },
      json: { type: 'boolean' },
      limit: { type: 'string' },
      book: { type: 'boolean' },
      refund: { type: 'boolean' },
      close: { type: 'boolean' },
      note: { type: 'string' },
      email: { type: 'string' },
    },
  });
  const [verb, orderId, ...rest] = positionals;
  if (verb === undefined) return list(deps, values, print);
  if (verb === 'erase' && orderId === undefined && values.email)
    return eraseOf(deps, values.email, values.json ?? false, print);
  if (verb !== 'review' || orderId === undefined || rest.length > 0 || !uuid.test(orderId)) {
    print(ordersUsage);
    return 2;
  }
  return review(deps, orderId, values, print);
}
