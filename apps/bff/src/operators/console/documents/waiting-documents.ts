/** Lists documents that are not issued yet, with the reason. */
import { formatDay } from '@meridian/contracts/format-time';
import { dayInIndia } from '@meridian/contracts/india-time';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { ConsoleDependencies } from '../server/route.ts';

interface WaitingDocument {
  orderId: string;
  /** `invoice`, or `correction` for a credit note or refund voucher. */
  kind: string;
  why: string;
  createdAt: Date;
}

const maxListed = 500;
interface Row {
  order_id: string;
  kind: string;
  issue_from: Date | null;
  created_at: Date;
  is_later: boolean | null;
}

function whyOf({ issue_from: from, is_later: isLater }: Row, hasSupplier: boolean): string {
  if (!hasSupplier) return 'No supplier is set: SUPPLIER_LEGAL_NAME, SUPPLIER_ADDRESS and SUPPLIER_GSTIN';
  if (from === null)
    return 'The order was paid before the supplier was set. The document needs your approval';
  if (isLater) return `The document is due on ${formatDay(dayInIndia(from))}, after the batch`;
  return 'The document is being issued. If it is still listed after a few minutes, its job has failed: see Jobs';
}

/**
 * @param options.orderId limits the list to an order @returns requested documents, then those that were never
 * requested; each oldest first
 */
export async function waitingDocuments(
  database: Kysely<Database>,
  { supplier }: Pick<ConsoleDependencies['invoicing'], 'supplier'>,
  options: { orderId?: string } = {},
): Promise<WaitingDocument[]> {
  const { orderId } = options;
  const rows: Row[] = await database
    .selectFrom('document_requests')
    .select(['order_id', 'kind', 'issue_from', 'created_at'])
    .select(sql<boolean | null>`issue_from > clock_timestamp()`.as('is_later'))
    .where('is_settled', '=', false)
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? ''))
    .orderBy('created_at')
    .limit(maxListed)
    .execute();
  const requested = rows.map((row) => ({
    orderId: row.order_id,
    kind: row.kind,
    createdAt: row.created_at,
    why: whyOf(row, supplier !== undefined),
  }));
  return [...requested, ...(await neverRequested(database, orderId))];
}

/** Paid orders from before invoices were issued, for which no document was requested. */
async function neverRequested(database: Kysely<Database>, orderId?: string): Promise<WaitingDocument[]> {
  const rows = await database
    .selectFrom('orders')
    .select(['id', 'paid_at', 'created_at'])
    .where('payment_id', 'is not', null)
    .where(
      sql<boolean>`not exists (select from document_requests where document_requests.order_id = orders.id)`,
    )
    .$if(orderId !== undefined, (query) => query.where('id', '=', orderId ?? ''))
    .orderBy('paid_at')
    .limit(maxListed)
    .execute();
  return rows.map(({ id, paid_at: paidAt, created_at: createdAt }) => ({
    orderId: id,
    kind: 'invoice',
    createdAt: paidAt ?? createdAt,
    why: 'The order was paid before invoices were issued. The document needs your approval',
  }));
}
