/**
 * Requests a document in the transaction that makes it due: inserts a snapshot of the order, and a job. Jobs
 * take the number and render the PDF later, so that neither can delay or roll back a payment.
 */
import { randomUUIDv7 } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Correction, Supply } from './supply.ts';

/** The change of an order that makes a document due. */
export interface OrderChange {
  orderId: string;
  /** Version of the order before the change; in a correction of the buyer's details, after the change. */
  version: number;
  supply: Supply;
}

async function insertRequest(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  { orderId, version, supply }: OrderChange,
  credit: (Correction & { totalPaise: number }) | null,
): Promise<void> {
  const now = sql<Date>`clock_timestamp()`;
  await transaction
    .insertInto('document_requests')
    .values({
      id: randomUUIDv7(),
      order_id: orderId,
      order_version: version,
      kind: credit === null ? 'invoice' : 'correction',
      credited_paise: credit?.totalPaise ?? null,
      reason: credit?.reason ?? null,
      cancelled_seats: credit?.cancelledSeats ?? 0,
      supply: JSON.stringify(supply),
      issue_from: now,
      created_at: now,
    })
    .execute();
  await jobs.enqueue('issue-documents', [orderId], { transaction });
}

/**
 * Requests an invoice because the order is paid and its seats are secured, or because a decision to refund
 * was reversed.
 */
export function requestInvoice(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  change: OrderChange,
): Promise<void> {
  return insertRequest(transaction, jobs, change, null);
}

/**
 * Requests a credit note or refund voucher for the part that is not credited yet.
 *
 * @param totalPaise the sum of all credits of the order
 */
export function requestCorrection(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  change: OrderChange,
  totalPaise: number,
  { reason, cancelledSeats }: Correction,
): Promise<void> {
  return insertRequest(transaction, jobs, change, { reason, cancelledSeats, totalPaise });
}

export async function hasDocumentRequest(
  transaction: Transaction<Database>,
  orderId: string,
): Promise<boolean> {
  const request = await transaction
    .selectFrom('document_requests')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return request !== undefined;
}

/**
 * Erases the names and addresses of persons from requests. Issued documents stay. An invoice that is issued
 * later has no name of the person.
 */
export async function eraseRequestedBuyers(
  transaction: Transaction<Database>,
  orderIds: readonly string[],
): Promise<void> {
  await sql`
    update document_requests set supply = jsonb_set(supply, '{buyer,name}', '""') #- '{buyer,address}'
    where order_id in (${sql.join(orderIds)})`.execute(transaction);
}
