/** The stored cases. Each opens with a reason, and closes when the reason no longer applies. */

import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { OrderFacts } from '../state/order-facts.ts';
import { type CaseKind, caseDescriptions, type FoundCaseKind } from './case-kinds.ts';
import { casesOf, type OrderCase, orderCaseKinds } from './order-cases.ts';

const nameOf = ({ kind, subject }: OrderCase) => `${kind} ${subject}`;

function reasonOf(kind: CaseKind, note: string | null): string {
  if (note === null || note === caseDescriptions[kind]) return caseDescriptions[kind];
  // The note of a late payment repeats the description of its kind.
  if (kind === 'late_payment') return caseDescriptions[kind];
  return kind === 'booking_review' ? note : `${caseDescriptions[kind]} (${note})`;
}

/**
 * Opens and closes the cases of an order to match its facts, in the caller's transaction.
 *
 * @param note reason for the cases that this change opens or closes
 */
export async function syncCases(
  transaction: Transaction<Database>,
  orderId: string,
  facts: OrderFacts,
  note: string | null,
): Promise<void> {
  const requested = casesOf(facts);
  const rows = await transaction
    .selectFrom('cases')
    .select(['id', 'kind', 'subject'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', [...orderCaseKinds])
    .where('closed_at', 'is', null)
    .execute();
  const open = rows.map((row) => `${row.kind} ${row.subject}`);
  const names = requested.map(nameOf);
  const over = rows.filter((row) => !names.includes(`${row.kind} ${row.subject}`)).map(({ id }) => id);
  if (over.length > 0)
    await transaction
      .updateTable('cases')
      .set({ closed_at: databaseNow, note })
      .where('id', 'in', over)
      .execute();
  const fresh = requested.filter((one) => !open.includes(nameOf(one)));
  if (fresh.length === 0) return;
  await transaction
    .insertInto('cases')
    .values(
      fresh.map(({ kind, subject }) => ({
        order_id: orderId,
        kind,
        subject,
        opened_at: databaseNow,
        reason: reasonOf(kind, note),
      })),
    )
    .execute();
}

/**
 * Opens a found case, at most once for each subject: a closed case is not opened again.
 *
 * @returns true if the case is new
 */
export async function openFoundCase(
  database: Kysely<Database> | Transaction<Database>,
  found: { kind: FoundCaseKind; subject: string; orderId: string | null; reason: string },
): Promise<boolean> {
  const known = await database
    .selectFrom('cases')
    .select('id')
    .where('kind', '=', found.kind)
    .where('subject', '=', found.subject)
    .executeTakeFirst();
  if (known) return false;
  const opened = await database
    .insertInto('cases')
    .values({
      order_id: found.orderId,
      kind: found.kind,
      subject: found.subject,
      reason: found.reason,
      opened_at: databaseNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return opened !== undefined;
}

/** Closes the found cases of a subject that has been resolved. */
export async function closeFoundCases(
  database: Kysely<Database> | Transaction<Database>,
  kind: FoundCaseKind,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  await database
    .updateTable('cases')
    .set({ closed_at: databaseNow })
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .where('closed_at', 'is', null)
    .execute();
}

/** An open case, for operators. */
export interface OpenCase {
  id: string;
  orderId: string | null;
  kind: CaseKind;
  subject: string;
  reason: string | null;
  openedAt: Date;
  /** When the money is refunded automatically unless an operator decides; null for other cases. */
  autoRefundAt: Date | null;
}

/** When the money of a case is refunded automatically unless an operator decides; null for other cases. */
export const refundDeadline = sql<Date | null>`(select auto_refund_at from refund_deadlines d
  where d.payment_id = cases.subject and d.order_id = cases.order_id)`;

/**
 * @param options.orderIds only cases of these orders; all cases if omitted
 * @returns the open cases, oldest first
 */
export async function openCases(
  database: Kysely<Database>,
  options: { orderIds?: readonly string[]; limit?: number } = {},
): Promise<OpenCase[]> {
  const { orderIds, limit = 10_000 } = options;
  if (orderIds?.length === 0) return [];
  let query = database
    .selectFrom('cases')
    .select(['id', 'cases.order_id as orderId', 'kind', 'subject', 'reason', 'opened_at as openedAt'])
    .select(refundDeadline.as('autoRefundAt'))
    .where('closed_at', 'is', null)
    .orderBy('opened_at')
    .orderBy('id')
    .limit(limit);
  if (orderIds) query = query.where('cases.order_id', 'in', orderIds);
  return query.execute();
}

/** @returns the number of open cases by kind; kinds without open cases are left out */
export async function countOpenCases(database: Kysely<Database>): Promise<Map<CaseKind, number>> {
  const rows = await database
    .selectFrom('cases')
    .select(['kind', (select) => select.fn.countAll<string>().as('cases')])
    .where('closed_at', 'is', null)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, cases }) => [kind, Number(cases)]));
}
