/**
 * `ops orders review` and `ops orders refund`: shows an order, and maps the options of earlier versions to
 * actions.
 */

import { parseUuid } from '@meridian/contracts/uuid';
import { openCases } from '../../enrolment/orders/cases/case-store.ts';
import { caseStatements } from '../../enrolment/orders/cases/close-case.ts';
import { factsOf, type Order, partOf } from '../../enrolment/orders/order.ts';
import { receiptPath } from '../../enrolment/orders/receipt-path.ts';
import {
  failedPaise,
  inProgressPaise,
  keptPaise,
  type PaymentPart,
  payingPart,
  returnedPaise,
  shortfallPaise,
} from '../../enrolment/orders/state/order-facts.ts';
import { historyOf } from '../../enrolment/orders/store/order-history.ts';
import { findOrder } from '../../enrolment/orders/store/order-queries.ts';
import { runAction, type Shown } from './action-command.ts';
import { printAnswer } from './answer.ts';
import { type OrdersDependencies, refuse, type Use, usageError } from './orders-use.ts';
import { attendeesOf, printOrder, summaryOf } from './orders-view.ts';

function receiptUrl({ publicUrl }: OrdersDependencies, order: Order): string {
  const path = receiptPath(order.receiptToken);
  return publicUrl === undefined ? path : new URL(path, publicUrl).href;
}

/** @returns an order as lines and as JSON; undefined if it is unknown */
async function shown(deps: OrdersDependencies, orderId: string, done?: string): Promise<Shown | undefined> {
  const order = await findOrder(deps.database, 'id', orderId);
  if (!order) return undefined;
  const history = await historyOf(deps.database, orderId);
  const cases = await openCases(deps.database, { orderIds: [orderId] });
  const address = receiptUrl(deps, order);
  const lines = done === undefined ? [] : [done];
  printOrder((line) => lines.push(line), order, { cases, history, receiptUrl: address });
  const whole = { ...summaryOf(order, cases), ...attendeesOf(order), receipt_url: address, history };
  return { lines, data: { ...(done !== undefined && { done }), orders: [whole] } };
}

async function present(use: Use, orderId: string): Promise<number> {
  const found = await shown(use.deps, orderId);
  if (!found) return refuse(use, 'Order not found.');
  printAnswer(use.print, use.json, found.data ?? {}, found.lines);
  return 0;
}

/** Runs an action, then shows the order. */
export function decideOrder(
  use: Use,
  action: 'orders.book' | 'orders.cancel' | 'orders.refund' | 'orders.withhold',
  args: readonly string[],
): Promise<number> {
  const { deps, print } = use;
  return runAction(action, args, deps.actions, print, async ({ done, order }) => {
    const problem = await refundProblem(deps, order.id);
    const message = [done, ...(problem === undefined ? [] : [problem])].join(' ');
    const found = (await shown(deps, order.id, message)) ?? { lines: [message] };
    return { ...found, status: problem === undefined ? 0 : 1 };
  });
}

/**
 * @returns the problem of the first payment with an unanswered or failed refund, as text; undefined if there
 * is none
 */
async function refundProblem({ database }: OrdersDependencies, orderId: string): Promise<string | undefined> {
  const order = await findOrder(database, 'id', orderId);
  for (const payment of order?.payments ?? []) {
    if (payment.refunds.some(({ state }) => state === 'requested'))
      return (
        'The payment provider has not answered. The refund is recorded and will be retried under the ' +
        'same key.'
      );
    if (failedPaise(partOf(payment)) > 0)
      return `The payment provider made no refund: ${(payment.refunds.findLast(({ state }) => state === 'failed')?.reason ?? 'no reason given').replace(/\.$/, '')}. A case is open.`;
  }
  return undefined;
}

export async function review(
  use: Use,
  id: string,
  values: {
    [Name in 'book' | 'withhold' | 'refund' | 'close']?: boolean | undefined;
  } & { note?: string | undefined },
): Promise<number> {
  const [kind, ...more] = (['book', 'withhold', 'refund', 'close'] as const).filter((name) => values[name]);
  const note = values.note?.trim() ?? '';
  if (more.length > 0 || (kind && note === ''))
    return usageError(
      use,
      'Choose one of --book, --withhold, --refund, --close, and give the reason with --note.',
    );
  if (kind === undefined) return present(use, id);
  if (kind === 'close') return closeOrder(use, id, note);
  return decideOrder(use, `orders.${kind}`, [id, `--note=${note}`, ...(use.json ? ['--json'] : [])]);
}

/**
 * Closes the case of an order, if the order has exactly one case that can be closed and one statement fits
 * it.
 */
async function closeOrder(use: Use, id: string, note: string): Promise<number> {
  const { deps, print } = use;
  const order = await findOrder(deps.database, 'id', id);
  if (!order) return refuse(use, 'Order not found.');
  const cases = await openCases(deps.database, { orderIds: [id] });
  const closable = cases.filter(({ kind }) => caseStatements[kind].length > 0);
  const [one, ...more] = closable;
  if (!one && Object.values(factsOf(order).payments).some((part) => shortfallPaise(part) > 0))
    return refuse(
      use,
      'A refund is due, and closing the case does not pay it. Refund the order, or give the bank transfer with --by-transfer.',
    );
  if (!one) return refuse(use, `The order is ${order.state} and has no open case.`);
  const statements = caseStatements[one.kind].map(({ name }) => name);
  const fits = statements.filter((name) => name !== (isRefunded(order) ? 'booked' : 'not_booked'));
  const [statement] = fits;
  if (more.length > 0 || fits.length !== 1 || statement === undefined)
    return refuse(
      use,
      `Name the case to close: ${closable.map(({ id: caseId, kind }) => `"ops cases close ${caseId} --statement ${caseStatements[kind].map(({ name }) => name).join('|')} --note TEXT"`).join(', ')}.`,
    );
  const words = [one.id, `--statement=${statement}`, `--note=${note}`, ...(use.json ? ['--json'] : [])];
  return runAction(
    'cases.close',
    words,
    deps.actions,
    print,
    async ({ done }) => (await shown(deps, id, done)) ?? { lines: [done] },
  );
}

function isRefunded(order: Order): boolean {
  const paying = payingPart(factsOf(order));
  return paying !== undefined && keptPaise(paying) <= 0;
}

type Purpose = 'refund' | 'cancel' | 'unclear';

/**
 * Decides what `ops orders refund ID` does if it names no seats. `unclear`: the order is booked, no refund is
 * due, and a payment was refunded, not only for cancelled seats. The command may be a repetition of that
 * refund, and a cancellation would then be wrong.
 */
async function purposeOf({ database }: OrdersDependencies, orderId: string): Promise<Purpose> {
  const order = await findOrder(database, 'id', orderId);
  if (order?.booking !== 'booked' || order.cancelledSeats >= order.price.seats) return 'refund';
  const parts = Object.values(factsOf(order).payments);
  const isUnanswered = ({ refunds }: PaymentPart) =>
    Object.values(refunds).some(({ state }) => state === 'requested');
  if (parts.some((part) => shortfallPaise(part) > 0 || isUnanswered(part))) return 'refund';
  const isRefunded = (part: PaymentPart) => returnedPaise(part) + inProgressPaise(part) > 0;
  const isOfSeats = ({ role }: PaymentPart) => role === 'pays' && order.cancelledSeats > 0;
  return parts.some((part) => isRefunded(part) && !isOfSeats(part)) ? 'unclear' : 'cancel';
}

/**
 * Runs `orders.cancel` if the options concern seats, or the order is booked and no payment was refunded,
 * except for cancelled seats. Runs `orders.refund` if a refund is due or unanswered, the order is not booked,
 * or all its seats are cancelled. Otherwise refuses.
 */
export async function refund(use: Use, args: readonly string[]): Promise<number> {
  const words = args.map((word) => word.replace(/^--by-transfer(?==|$)/, '--transfer'));
  const namesSeats = words.some((word) => /^--(?:seats|attendee|by-policy)(?:=|$)/.test(word));
  const orderId = words.find((word) => parseUuid(word) !== undefined);
  const purpose = namesSeats || orderId === undefined ? 'cancel' : await purposeOf(use.deps, orderId);
  if (purpose === 'unclear')
    return refuse(
      use,
      'A refund was requested or made, and none is due. To cancel seats of the booking, add --seats N.',
    );
  return decideOrder(use, purpose === 'refund' ? 'orders.refund' : 'orders.cancel', words);
}
