/** Builds the timeline of an order: decisions, payments, refunds, documents and emails. */

import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { reasonText } from '@meridian/contracts/operators/console/mail-reasons';
import type { TimelineEntry } from '@meridian/contracts/operators/console/timeline';
import { type Kysely, sql } from 'kysely';
import type { Order } from '../../../enrolment/orders/order.ts';
import { type HistoryEntry, historyOf } from '../../../enrolment/orders/store/order-history.ts';
import { resendable } from '../../../mail/outbox/mail-state.ts';
import type { Database } from '../../../platform/database/database.ts';
import { orderEventTitle } from './order-event-titles.ts';

/** @returns the documents of an order, oldest first */
export function documentsOf(database: Kysely<Database>, orderId: string) {
  return database
    .selectFrom('invoices')
    .select(['number', 'kind', 'total_paise', 'issued_at', sql<string>`issued_on::text`.as('issued_on')])
    .select(
      sql<boolean>`exists (select from invoice_files where invoice_files.number = invoices.number)`.as(
        'has_pdf',
      ),
    )
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .execute();
}

/** @returns the emails of an order, oldest first */
export async function mailsOf(database: Kysely<Database>, orderId: string) {
  const mails = await database
    .selectFrom('mails')
    .select(['id', 'kind', 'state', 'created_at', 'sent_at', 'updated_at', 'reason', 'erased_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
  return mails.map((mail) => ({
    ...mail,
    at: mail.sent_at ?? (mail.state === 'due' ? mail.created_at : mail.updated_at),
    can_resend: mail.erased_at === null && resendable(mail.state),
  }));
}

function refundsOf(database: Kysely<Database>, orderId: string) {
  return database
    .selectFrom('refunds')
    .select(['id', 'provider_refund_id', 'amount_paise', 'state', 'reason', 'updated_at'])
    .where('order_id', '=', orderId)
    .where('state', 'in', ['processed', 'failed'])
    .execute();
}

/** Reads the audit entries of the order, which name the operators of its events. */
function decisionsOf(database: Kysely<Database>, orderId: string) {
  return database
    .selectFrom('audit_log')
    .select(['at', 'operator_email'])
    .where('subject_kind', '=', 'order')
    .where('subject_id', '=', orderId)
    .where('action', 'not in', ['order.read', 'order.receipt'])
    .execute();
}

const sameCommitMs = 2_000;

function sourceOf(entry: HistoryEntry, decisions: Awaited<ReturnType<typeof decisionsOf>>): string {
  if (entry.source !== 'operator') return entry.source;
  const decision = decisions.find(({ at }) => Math.abs(at.getTime() - entry.at.getTime()) < sameCommitMs);
  return decision?.operator_email ?? entry.source;
}

const words = (name: string) => name.replaceAll('_', ' ');

type Documents = Awaited<ReturnType<typeof documentsOf>>;
type Mails = Awaited<ReturnType<typeof mailsOf>>;
type Entry = Omit<TimelineEntry, 'at'> & { at: Date };

const documentEntry = ({ number, kind, total_paise: total, issued_at: at }: Documents[number]): Entry => ({
  at,
  title: `Issued: ${words(kind)} ${number}`,
  detail: formatPaise(Number(total)),
  source: null,
});

const mailTitles: Readonly<Record<string, string>> = {
  due: 'waits to be sent',
  sent: 'sent',
  refused: 'refused by the mail server',
  dropped: 'not sent',
  bounced: 'bounced',
};

const mailEntry = ({ kind, state, at, reason }: Mails[number]): Entry => ({
  at,
  title: `Email “${words(kind)}” ${mailTitles[state] ?? state}`,
  detail: reasonText(reason) || null,
  source: null,
});

/** @returns entries, oldest first */
export async function timelineOf(
  database: Kysely<Database>,
  order: Order,
  { documents, mails }: { documents: Documents; mails: Mails },
): Promise<TimelineEntry[]> {
  const [history, refunds, decisions] = await Promise.all([
    historyOf(database, order.id),
    refundsOf(database, order.id),
    decisionsOf(database, order.id),
  ]);
  const entries: Entry[] = [
    { at: order.createdAt, title: orderEventTitle('opened'), detail: null, source: 'browser' },
    ...history.map((entry) => ({
      at: entry.at,
      title: orderEventTitle(entry.event),
      source: sourceOf(entry, decisions),
      detail: [entry.paymentId, entry.note].filter(Boolean).join(' · ') || null,
    })),
    ...refunds.map(
      ({ id, provider_refund_id: providerId, amount_paise: paise, state, reason, updated_at }) => ({
        at: updated_at,
        title: `Refund of ${formatPaise(Number(paise))} ${state}`,
        source: null,
        detail: [providerId ?? id, reason].filter(Boolean).join(' · '),
      }),
    ),
    ...documents.map(documentEntry),
    ...mails.map(mailEntry),
  ];
  return entries
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry }));
}
