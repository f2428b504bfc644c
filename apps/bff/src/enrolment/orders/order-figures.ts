/** Numbers of orders by state, for the metrics and for operators. */
import { type OrderState, orderStates } from '@meridian/contracts/enrolment/orders';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type CaseKind, caseKinds } from './cases/case-kinds.ts';
import { countOpenCases } from './cases/case-store.ts';

export async function countCases(database: Kysely<Database>): Promise<number> {
  return [...(await countOpenCases(database)).values()].reduce((sum, cases) => sum + cases, 0);
}

export interface OrderFigures {
  /** Every state is present, with 0 if no order has it. */
  byState: Record<OrderState, number>;
  /** Open cases of every kind, with 0 if there are none. */
  cases: Record<CaseKind, number>;
  /** Number of paid orders with a booking that is still to be sent to the upstream. */
  unbooked: number;
  /** Time since the oldest of these orders was paid; 0 if there are none. */
  oldestUnbookedSeconds: number;
  /** Number of refunds that are neither processed nor failed. */
  refundsInProgress: number;
}

export async function countOrders(database: Kysely<Database>): Promise<OrderFigures> {
  const counts = await database
    .selectFrom('orders')
    .select(['state', sql<number>`count(*)::integer`.as('orders')])
    .groupBy('state')
    .execute();
  const known = new Map(counts.map(({ state, orders }) => [state, orders]));
  const cases = await countOpenCases(database);
  const { rows } = await sql<{ unbooked: number; seconds: number | null; refunds: number }>`
    select count(*)::integer as unbooked, extract(epoch from now() - min(paid_at))::float8 as seconds,
      (select count(*)::integer from refunds where state in ('requested', 'pending')) as refunds
    from orders where booking in ('due', 'ordered')`.execute(database);
  const byState = Object.fromEntries(orderStates.map((state) => [state, known.get(state) ?? 0]));
  const byKind = Object.fromEntries(caseKinds.map((kind) => [kind, cases.get(kind) ?? 0]));
  return {
    byState: byState as Record<OrderState, number>,
    cases: byKind as Record<CaseKind, number>,
    unbooked: rows[0]?.unbooked ?? 0,
    oldestUnbookedSeconds: rows[0]?.seconds ?? 0,
    refundsInProgress: rows[0]?.refunds ?? 0,
  };
}
