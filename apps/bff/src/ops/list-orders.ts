/** `ops orders` and `ops orders find`. */
import { type OrderState, orderStates } from '@meridian/contracts/checkout/orders';
import { openCases } from '../checkout/cases/case-store.ts';
import type { Order } from '../checkout/order/order.ts';
import { listOrders, searchOrders } from '../checkout/order/order-queries.ts';
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

export async function find(use: Use, text: string): Promise<number> {
  const orders = await searchOrders(use.deps.database, text);
  await show(use, orders);
  if (orders.length === 0 && !use.json) use.print('Nothing was found.');
  return orders.length > 0 ? 0 : 1;
}
