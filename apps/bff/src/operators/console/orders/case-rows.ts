import type { CaseRow } from '@meridian/contracts/operators/console/orders';
import type { Kysely } from 'kysely';
import { caseDescriptions, foundCaseKinds } from '../../../enrolment/orders/cases/case-kinds.ts';
import type { OpenCase } from '../../../enrolment/orders/cases/case-store.ts';
import { caseStatements } from '../../../enrolment/orders/cases/close-case.ts';
import { listedBatch } from '../../../enrolment/orders/store/order-tables.ts';
import type { Database } from '../../../platform/database/database.ts';

const isOfBatch = ({ kind }: OpenCase) => kind === 'batch_changed' || kind === 'batch_vanished';

/** @returns the batches by the id of their change, which is the subject of its case */
async function batchesOf(
  database: Kysely<Database>,
  cases: readonly OpenCase[],
): Promise<Map<string, string>> {
  const ids = cases.filter(isOfBatch).map(({ subject }) => subject);
  if (ids.length === 0) return new Map();
  const changes = await database
    .selectFrom('batch_changes')
    .select(['id', 'batch_id'])
    .where('id', 'in', ids)
    .execute();
  return new Map(changes.map(({ id, batch_id: batch }) => [id, batch]));
}

/** @returns payer and course by the order's id */
async function ordersOf(
  database: Kysely<Database>,
  cases: readonly OpenCase[],
): Promise<Map<string, string>> {
  const ids = cases.flatMap(({ orderId }) => orderId ?? []);
  if (ids.length === 0) return new Map();
  const orders = await database
    .selectFrom('orders')
    .select(['id', 'first_name', 'last_name', 'batch'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    orders.map(({ id, first_name: first, last_name: last, batch }) => [
      id,
      [`${first} ${last}`.trim(), listedBatch(batch).course_name].filter(Boolean).join(', '),
    ]),
  );
}

function pageOf(one: OpenCase, batches: ReadonlyMap<string, string>): string {
  if (isOfBatch(one)) return `/batches/${batches.get(one.subject) ?? ''}`;
  // A case without an order links to the page Work. There operators compare payments with the provider, which
  // resolves a payment without an order.
  return one.orderId === null ? '/work' : `/orders/${one.orderId}`;
}

/** @returns rows of cases, each with the page on which it is resolved */
export async function caseRows(database: Kysely<Database>, cases: readonly OpenCase[]): Promise<CaseRow[]> {
  const [batches, orders] = await Promise.all([batchesOf(database, cases), ordersOf(database, cases)]);
  return cases.map((one) => ({
    id: one.id,
    order_id: one.orderId,
    kind: one.kind,
    description: caseDescriptions[one.kind],
    reason: one.reason === caseDescriptions[one.kind] ? null : one.reason,
    about: orders.get(one.orderId ?? '') ?? null,
    page: pageOf(one, batches),
    statements: [...caseStatements[one.kind]],
    closes: foundCaseKinds.some((found) => found === one.kind) ? 'alone' : 'with_order',
    opened_at: one.openedAt.toISOString(),
    refund_at: one.autoRefundAt?.toISOString() ?? null,
  }));
}
