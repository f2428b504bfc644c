/** `ops orders` and `ops orders find`: lists and finds orders. */
import { type OrderState, orderStates } from '@meridian/contracts/enrolment/orders';
import type { Kysely } from 'kysely';
import { openCases } from '../../enrolment/orders/cases/case-store.ts';
import {
  type FoundOrders,
  findOrders,
  listOrders,
  searchOrders,
} from '../../enrolment/orders/store/order-queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { minSearchLength } from '../../platform/search/search-text.ts';
import { orderList } from '../console/orders/order-lists.ts';
import { printAnswer } from './answer.ts';
import { usageErrorStatus, wholeNumber } from './arguments.ts';
import { type Use, usageError } from './orders-use.ts';
import { caseOf, summaryOf, tableOfCases, tableOfOrders } from './orders-view.ts';

const defaultLimit = 200;
const maxListed = 10_000;

async function show(use: Use, { orders, unreadable }: FoundOrders): Promise<void> {
  const { deps, print, json } = use;
  const cases = await openCases(deps.database, { orderIds: orders.map(({ id }) => id) });
  const faults = unreadable.map(({ message }) => message);
  const listed = orders.map((order) => summaryOf(order, cases));
  const answer = faults.length > 0 ? { orders: listed, unreadable: faults } : { orders: listed };
  printAnswer(print, json, answer, [...tableOfOrders(orders, cases), ...faults]);
}

export async function list(
  use: Use,
  values: { state?: string | undefined; cases?: boolean | undefined; limit?: string | undefined },
): Promise<number> {
  const { deps, print, json } = use;
  const limit = wholeNumber(values.limit, defaultLimit, maxListed);
  if (limit === undefined) return usageError(use, '--limit takes a whole number from 1.');
  if (values.cases) {
    if (values.state !== undefined) return usageError(use, '--cases cannot be used with --state.');
    const cases = await openCases(deps.database, { limit });
    printAnswer(print, json, { cases: cases.map(caseOf) }, [
      ...tableOfCases(cases),
      `open cases: ${cases.length}`,
    ]);
    return 0;
  }
  const state = orderStates.find((known): known is OrderState => known === values.state);
  if (values.state !== undefined && state === undefined) {
    print(`Unknown state "${values.state}". States: ${orderStates.join(', ')}`);
    return usageErrorStatus;
  }
  const found = await listOrders(deps.database, { limit, ...(state ? { state } : {}) });
  await show(use, found);
  if (json) return 0;
  const open = await openCases(deps.database);
  const alone = open.filter(({ orderId }) => orderId === null).length;
  print(
    `${found.orders.length} shown, open cases: ${open.length}` +
      `${alone > 0 ? `, ${alone} of them without an order` : ''}${open.length > 0 ? ' ("ops orders --cases")' : ''}`,
  );
  return 0;
}

/** Finds the orders on the first page of the console's search, newest first. */
async function findByParts(database: Kysely<Database>, text: string): Promise<FoundOrders> {
  if (text.trim().length < minSearchLength) return { orders: [], unreadable: [] };
  const { rows } = await orderList(database, { search: text });
  const ids = rows.map(({ id }) => id);
  const { orders, unreadable } = await findOrders(database, ids);
  return { orders: orders.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), unreadable };
}

const countOf = ({ orders, unreadable }: FoundOrders) => orders.length + unreadable.length;

export async function find(use: Use, text: string): Promise<number> {
  const { database } = use.deps;
  const known = await searchOrders(database, text);
  const found = countOf(known) > 0 ? known : await findByParts(database, text);
  await show(use, found);
  if (countOf(found) === 0 && !use.json) use.print('No orders found.');
  return countOf(found) > 0 ? 0 : 1;
}
