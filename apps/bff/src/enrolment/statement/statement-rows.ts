/** Reads the rows of other tables that a statement needs. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type IssuedRow, issuedRows } from '../documents/issued.ts';

export interface StatementRows {
  /** True while a move is requested from the upstream or an operator, and not confirmed. */
  isMovePending: boolean;
  areDocumentsPending: boolean;
  /** By the id of a refund, dispute or payment, or by the name of an event. */
  times: ReadonlyMap<string, Date>;
  documents: readonly IssuedRow[];
}

export const noRows: StatementRows = {
  isMovePending: false,
  areDocumentsPending: false,
  times: new Map(),
  documents: [],
};

/** @param options.issuesDocuments false without a supplier: no document is issued, so none is pending */
export async function readStatementRows(
  database: Kysely<Database>,
  orderId: string,
  { issuesDocuments }: { issuesDocuments: boolean },
): Promise<StatementRows> {
  const { rows: pending } = await sql<{ move: boolean; documents: boolean }>`select
    exists (select from booking_changes
      where order_id = ${orderId} and state in ('due', 'by_hand') and batch is not null)
    or exists (select from change_requests join cases on cases.subject = change_requests.id::text
      where change_requests.order_id = ${orderId} and change = 'move'
        and cases.kind = 'change_requested' and cases.closed_at is null) as move,
    exists (select from document_requests
      where order_id = ${orderId} and not is_settled and issue_from <= now()) as documents`.execute(database);
  const { rows: times } = await sql<{ key: string; at: Date }>`
    select id::text as key, case when state in ('requested', 'pending') then created_at else updated_at end as at
    from refunds where order_id = ${orderId}
    union all select id, updated_at from disputes where order_id = ${orderId}
    union all select payment_id, seen_at from order_payments where order_id = ${orderId}
    union all select event, max(at) from order_events
      where order_id = ${orderId} and event in ('operator_cancel', 'operator_transfer', 'batch_called_off', 'batch_changed')
      group by event`.execute(database);
  const [row] = pending;
  return {
    isMovePending: row?.move ?? false,
    areDocumentsPending: issuesDocuments && (row?.documents ?? false),
    times: new Map(times.map(({ key, at }) => [key, at])),
    documents: await issuedRows(database, orderId),
  };
}
