/**
 * Alerts operators to new cases. Cases without an alert are found in the table, so that a crash loses no
 * alert.
 */
import { type Kysely, sql } from 'kysely';
import { enqueueMails, type NewMail } from '../../mail/outbox/enqueue-mails.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { caseDescriptions } from '../orders/cases/case-kinds.ts';
import { refundDeadline } from '../orders/cases/case-store.ts';
import { orderBatch, type SoldBatch } from '../orders/store/order-tables.ts';

const windowHours = 24;
/** Maximum number of alerts of one run. The next runs send the others. */
const maxAtOnce = 20;

/** The subject of these cases is the id of a finding in `batch_changes`. */
const kindsOfBatches = ['batch_changed', 'batch_vanished'] as const;

/** The batch as it was sold last. */
const soldBatch = sql<unknown>`(select batch from orders
  where (batch ->> 'course_schedule_id')::bigint = batch_changes.batch_id order by created_at desc limit 1)`;

function readUnalerted(database: Kysely<Database>) {
  return database
    .selectFrom('cases')
    .leftJoin('batch_changes', (join) =>
      join
        .on('cases.kind', 'in', kindsOfBatches)
        .on('cases.subject', '=', (on) => on.cast<string>('batch_changes.id', 'text')),
    )
    .leftJoin('orders', 'orders.id', 'cases.order_id')
    .select(refundDeadline.as('auto_refund_at'))
    .select([
      'cases.id',
      'cases.order_id',
      'cases.kind',
      'opened_at',
      'batch_id',
      'booking_number',
      soldBatch.as('batch'),
    ])
    .where('closed_at', 'is', null)
    .where('opened_at', '>', sql<Date>`now() - make_interval(hours => ${windowHours})`)
    .where(sql<boolean>`not exists (select from mails where mails.cause = 'case_opened:' || cases.id)`)
    .orderBy('opened_at')
    .limit(maxAtOnce)
    .execute();
}

type Unalerted = Awaited<ReturnType<typeof readUnalerted>>[number];

/** @returns the path of the console's page that shows the case */
function pageOf({ order_id: orderId, batch_id: batchId }: Unalerted): string {
  if (orderId !== null) return `/orders/${orderId}`;
  return batchId === null ? '/work' : `/batches/${batchId}`;
}

const withoutJoining = ({ joining: _joining, ...batch }: SoldBatch) => batch;

function mailOf(found: Unalerted, publicUrl: string, consoleUrl: string | undefined): NewMail {
  const { id, booking_number: number, kind, opened_at: openedAt, auto_refund_at: refundAt } = found;
  const sold = orderBatch.tryParse(found.batch);
  return {
    kind: 'operator_alert',
    cause: `case_opened:${id}`,
    recipient: '',
    facts: {
      alert: 'case_opened',
      caseTitle: caseDescriptions[kind],
      bookingNumber: number ?? '',
      batch: sold && withoutJoining(sold),
      openedAt: openedAt.toISOString(),
      ...(refundAt && { refundAt: refundAt.toISOString() }),
      consoleUrl: consoleUrl ? new URL(pageOf(found), consoleUrl).href : publicUrl,
    },
  };
}

/**
 * @param publicUrl origin of the site
 * @param consoleUrl origin of the console, if there is one; the mail then links to the page of the case
 * @returns the number of alerts enqueued
 */
export async function enqueueCaseAlerts(
  database: Kysely<Database>,
  publicUrl: string,
  consoleUrl?: string,
): Promise<number> {
  const cases = await readUnalerted(database);
  const mails = cases.map((found) => mailOf(found, publicUrl, consoleUrl));
  return transact(database, (transaction) => enqueueMails(transaction, mails));
}
