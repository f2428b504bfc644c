/** `ops orders` and `ops orders find`. */
import { type OrderState, orderStates } from '@meridian/contracts/checkout/orders';
import type { Kysely } from 'kysely';
import { openCases } from '../../enrolment/orders/cases/case-store.ts';
import type { Order } from '../../enrolment/orders/order.ts';
import { findOrders, listOrders, searchOrders } from '../../enrolment/orders/store/order-queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { minSearchLength } from '../../platform/search/search-text.ts';
import { orderList } from '../console/orders/order-lists.ts';
import { printAnswer } from './answer.ts';
import { wholeNumber, wrongUse } from './arguments.ts';
import { type Use, wrong } from './orders-use.ts';
import { caseOf, summaryOf, tableOfCases, tableOfOrders } from './orders-view.ts';

const defaultLimit = 200;
const mostListed = 10_000;

async function show(use: Use, orders: readonly Order[]): Promise<void> {
  const { deps, print, json } = use;
  const cases = await openCases(deps.database, { orderIds: orders.map(({ id }) => id) });
  if (json) print(JSON.stringify({ orders: orders.map((order) => summaryOf(order, cases)) }, null, 2));
  else tableOfOrders(orders, cases).forEach(print);
}

export async function list(
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

/** What the console's search finds, newest first. */
async function findByParts(database: Kysely<Database>, text: string): Promise<Order[]> {
  if (text.trim().length < minSearchLength) return [];
  const { rows } = await orderList(database, { search: text });
  const ids = rows.map(({ id }) => id);
  const orders = await findOrders(database, ids);
  return orders.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export async function find(use: Use, text: string): Promise<number> {
  const { database } = use.deps;
  const known = await searchOrders(database, text);
  const orders = known.length > 0 ? known : await findByParts(database, text);
  await show(use, orders);
  if (orders.length === 0 && !use.json) use.print('Nothing was found.');
  return orders.length > 0 ? 0 : 1;
}
