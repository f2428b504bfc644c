/**
 * Notes what has to be issued, in the transaction that makes it due: the data as they are now, and a job. Settings, numbers
 * and paper are the issuer's, later, so that none of them can delay or undo a payment.
 */
import { randomUUIDv7 } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Supply } from './supply.ts';

/** The order's change that makes a document due. */
export interface OrderChange {
  orderId: string;
  /** Of the order as the change found it. */
  version: number;
  supply: Supply;
}

async function note(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  { orderId, version, supply }: OrderChange,
  creditedPaise: number | null,
): Promise<void> {
  const present = sql<Date>`clock_timestamp()`;
  await transaction
    .insertInto('document_requests')
    .values({
      ...{ id: randomUUIDv7(), order_id: orderId, order_version: version },
      ...{ kind: creditedPaise === null ? 'invoice' : 'correction', credited_paise: creditedPaise },
      ...{ supply: JSON.stringify(supply), issue_from: present, created_at: present },
    })
    .execute();
  await jobs.enqueue('issue-documents', [orderId], { transaction });
}

/** The order is paid, or supplied after all: it is to be invoiced. */
export function requestInvoice(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  change: OrderChange,
): Promise<void> {
  return note(transaction, jobs, change, null);
}

/** Of the order's total so much, in whole paise, is to be credited in all; the document is for what is not credited yet. */
export function requestCorrection(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  change: OrderChange,
  creditedPaise: number,
): Promise<void> {
  return note(transaction, jobs, change, creditedPaise);
}

/** Forgets who bought in what was noted. What is issued stays; of a person an invoice needs no name. */
export async function eraseNotedBuyers(
  transaction: Transaction<Database>,
  orderIds: readonly string[],
): Promise<void> {
  await sql`
    update document_requests set supply = jsonb_set(supply, '{buyer,name}', '""')
    where order_id in (${sql.join(orderIds)})`.execute(transaction);
}
