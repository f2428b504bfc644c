/** `ops orders …`: lists, finds, shows and resolves orders; erases a payer's data. */
import { type OrderState, orderStates } from '@meridian/contracts/checkout/orders';
import { closeCaseById, openCases } from '../checkout/cases/case-store.ts';
import type { CheckoutDependencies } from '../checkout/dependencies.ts';
import { decide } from '../checkout/operator/decide.ts';
import type { Decision } from '../checkout/operator/decision.ts';
import type { Order } from '../checkout/order/order.ts';
import { historyOf } from '../checkout/order/order-history.ts';
import { findOrder, listOrders, searchOrders } from '../checkout/order/order-queries.ts';
import { receiptPath } from '../checkout/receipt/receipt-path.ts';
import { erasePayer } from '../checkout/retention/erasure.ts';
import { isRemoteError } from '../remote/remote-error.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, wholeNumber, wrongUse } from './arguments.ts';
import { attendeesOf, caseOf, printOrder, summaryOf, tableOfCases, tableOfOrders } from './orders-view.ts';

export const ordersUsage = `ops orders [--state STATE] [--cases] [--json] [--limit N]
ops orders find TEXT [--json]
ops orders review ID [--json]
ops orders review ID --book | --unbook | --refund | --close --note "why" [--json]
ops orders refund ID [--seats N] [--by-transfer UTR] --note "why" [--json]
ops orders erase --email ADDRESS [--json]`;

const options = {
  state: { type: 'string' },
  cases: { type: 'boolean' },
  json: { type: 'boolean' },
  limit: { type: 'string' },
  book: { type: 'boolean' },
  unbook: { type: 'boolean' },
  refund: { type: 'boolean' },
  close: { type: 'boolean' },
  note: { type: 'string' },
  seats: { type: 'string' },
  'by-transfer': { type: 'string' },
  email: { type: 'string' },
} as const;

const verbs = {
  '': ['state', 'cases', 'json', 'limit'],
  find: ['json'],
  review: ['json', 'book', 'unbook', 'refund', 'close', 'note'],
  refund: ['json', 'seats', 'by-transfer', 'note'],
  erase: ['json', 'email'],
} as const;

const defaultLimit = 200;
const mostListed = 10_000;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const caseNumber = /^\d{1,15}$/;

/** The order commands also print receipt URLs. */
export type OrdersDependencies = CheckoutDependencies & { readonly publicUrl?: string };

interface Use {
  deps: OrdersDependencies;
  print: Print;
  json: boolean;
}

function wrong({ print }: Use, sentence: string): number {
  print(`${sentence}\n${ordersUsage}`);
  return wrongUse;
}

function impossible({ print, json }: Use, reason: string): number {
  printAnswer(print, json, { error: reason }, [reason]);
  return 1;
}

async function show(use: Use, orders: readonly Order[]): Promise<void> {
  const { deps, print, json } = use;
  const cases = await openCases(deps.database, { orderIds: orders.map(({ id }) => id) });
  if (json) print(JSON.stringify({ orders: orders.map((order) => summaryOf(order, cases)) }, null, 2));
  else tableOfOrders(orders, cases).forEach(print);
}

async function list(
  use: Use,
  values: { state?: string | undefined; cases?: boolean | undefined; limit?: string | undefined },
): Promise<number> {
  const { deps, print, json } = use;
  const limit = wholeNumber(values.limit, defaultLimit, mostListed);
  if (limit === undefined) return wrong(use, '--limit takes a whole number from 1 up.');
  if (values.cases) {
    if (values.state !== undefined) return wrong(use, '--cases lists cases of every state.');
    const cases = await openCases(deps.database, { limit });
    printAnswer(print, json, { cases: cases.map(caseOf) }, [
      ...tableOfCases(cases),
      `open cases: ${cases.length}`,
    ]);
    return 0;
  }
  const state = orderStates.find((known): known is OrderState => known === values.state);
  if (values.state !== undefined && state === undefined) {
    print(`There is no state "${values.state}". States: ${orderStates.join(', ')}`);
    return wrongUse;
  }
  const orders = await listOrders(deps.database, { limit, ...(state ? { state } : {}) });
  await show(use, orders);
  if (json) return 0;
  const open = await openCases(deps.database);
  const alone = open.filter(({ orderId }) => orderId === null).length;
  print(
    `${orders.length} shown, open cases: ${open.length}` +
      `${alone > 0 ? `, ${alone} of them without an order` : ''}${open.length > 0 ? ' ("ops orders --cases")' : ''}`,
  );
  return 0;
}

async function find(use: Use, text: string): Promise<number> {
  const orders = await searchOrders(use.deps.database, text);
  await show(use, orders);
  if (orders.length === 0 && !use.json) use.print('Nothing was found.');
  return orders.length > 0 ? 0 : 1;
}

function receiptUrl({ publicUrl }: OrdersDependencies, order: Order): string {
  const path = receiptPath(order.receiptToken);
  return publicUrl === undefined ? path : new URL(path, publicUrl).href;
}

async function present(use: Use, orderId: string, done?: string): Promise<number> {
  const { deps, print, json } = use;
  const order = await findOrder(deps.database, 'id', orderId);
  if (!order) return impossible(use, 'There is no such order');
  const history = await historyOf(deps.database, orderId);
  const cases = await openCases(deps.database, { orderIds: [orderId] });
  const address = receiptUrl(deps, order);
  if (json) {
    const said = done === undefined ? {} : { done };
    const whole = { ...summaryOf(order, cases), ...attendeesOf(order), receipt_url: address, history };
    print(JSON.stringify({ ...said, orders: [whole] }, null, 2));
    return 0;
  }
  if (done !== undefined) print(`${done}.`);
  printOrder(print, order, { cases, history, receiptUrl: address });
  return 0;
}

async function resolveCase(use: Use, orderId: string, decision: Decision, note: string): Promise<number> {
  try {
    const result = await decide(use.deps, orderId, decision, note);
    return result.kind === 'not_possible'
      ? impossible(use, result.reason)
      : present(use, orderId, result.done);
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    return impossible(
      use,
      `${error.message}. Nothing is lost: the refund is asked for, and sent again under the same key by this ` +
        'command or by the reconciler.',
    );
  }
}

/** Closes a case without an order, by its id. */
async function closeCase(use: Use, caseId: string, note: string): Promise<number> {
  const closed = await closeCaseById(use.deps.database, caseId, note);
  if (!closed) return impossible(use, 'There is no such open case');
  printAnswer(use.print, use.json, { done: 'The case is closed', id: caseId }, ['The case is closed.']);
  return 0;
}

async function review(
  use: Use,
  id: string,
  values: {
    [Name in 'book' | 'unbook' | 'refund' | 'close']?: boolean | undefined;
  } & { note?: string | undefined },
): Promise<number> {
  const [kind, ...more] = (['book', 'unbook', 'refund', 'close'] as const).filter((name) => values[name]);
  const note = values.note?.trim() ?? '';
  if (more.length > 0 || (kind && note === ''))
    return wrong(use, 'Choose one of --book, --unbook, --refund, --close, and say why with --note.');
  if (caseNumber.test(id))
    return kind === 'close' ? closeCase(use, id, note) : wrong(use, 'A case without an order takes --close.');
  return kind ? resolveCase(use, id, { kind }, note) : present(use, id);
}

async function refund(
  use: Use,
  orderId: string,
  values: {
    seats?: string | undefined;
    note?: string | undefined;
    'by-transfer'?: string | undefined;
  },
): Promise<number> {
  const seats = values.seats === undefined ? undefined : wholeNumber(values.seats, 0, 1_000);
  if (values.seats !== undefined && seats === undefined)
    return wrong(use, '--seats takes a whole number from 1 up.');
  const note = values.note?.trim() ?? '';
  if (note === '') return wrong(use, 'Say why with --note.');
  const transfer = values['by-transfer']?.trim();
  if (transfer !== undefined && !/^[A-Za-z0-9/-]{6,40}$/.test(transfer))
    return wrong(use, '--by-transfer takes the reference of the transfer (UTR).');
  const means = { ...(seats !== undefined && { seats }), ...(transfer !== undefined && { transfer }) };
  return resolveCase(use, orderId, { kind: 'cancel', ...means }, note);
}

async function erase(use: Use, email: string): Promise<number> {
  const { erased, kept, documents } = await erasePayer(use.deps, email);
  const stay = `${documents} documents of tax law stay, with the buyer in them`;
  printAnswer(use.print, use.json, { erased, kept, ...(documents > 0 && { documents }) }, [
    `erased: ${erased.length}`,
    ...(documents > 0 ? [stay] : []),
    ...kept.map(({ id, state }) => `kept: ${id}  ${state}: to be erased once it is over`),
  ]);
  return kept.length === 0 ? 0 : 1;
}

/**
 * @param args arguments after `ops orders`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 not possible, 2 wrong usage
 */
export async function ordersCommand(
  args: readonly string[],
  deps: OrdersDependencies,
  print: Print,
): Promise<number> {
  const read = readArguments(args, { options, verbs, usage: ordersUsage }, print);
  if (!read) return wrongUse;
  const { verb, rest, values } = read;
  const use: Use = { deps, print, json: values.json ?? false };
  const [text, ...more] = rest;
  if (more.length > 0) return wrong(use, `"${more[0]}" is one word too many.`);
  if (verb === '') return list(use, values);
  if (verb === 'erase')
    return text === undefined && values.email
      ? erase(use, values.email)
      : wrong(use, 'Whose orders? --email ADDRESS.');
  if (text === undefined || text.trim() === '') return wrong(use, `What is "${verb}" about?`);
  if (verb === 'find') return find(use, text);
  if (!uuid.test(text) && !(verb === 'review' && caseNumber.test(text)))
    return wrong(use, `"${text}" is no id of an order: "ops orders find" finds it.`);
  return verb === 'review' ? review(use, text, values) : refund(use, text, values);
}
