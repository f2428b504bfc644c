/**
 * Enqueues mails with tax documents, except the first document of an order, which comes with the confirmation
 * of the booking.
 */
import type { ComposedKind } from '@meridian/mail-templates';
import type { Transaction } from 'kysely';
import { enqueueMails, type NewMail } from '../../mail/outbox/enqueue-mails.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { requestSupply } from './tables.ts';

type Mail = Pick<Extract<NewMail, { kind: ComposedKind }>, 'kind' | 'cause' | 'facts'>;

async function enqueueToPayer(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  orderId: string,
  mail: Mail,
): Promise<void> {
  const order = await transaction
    .selectFrom('orders')
    .select('email')
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (order && order.email !== '')
    await enqueueMails(transaction, [{ ...mail, orderId, recipient: order.email }], jobs);
}

/** Enqueues the mail with a credit note, in the transaction that issues it. */
export function enqueueCreditNoteMail(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  { orderId, number }: { orderId: string; number: string },
): Promise<void> {
  const mail = { kind: 'credit_note', cause: `credit_note:${number}`, facts: { number } } as const;
  return enqueueToPayer(transaction, jobs, orderId, mail);
}

/**
 * Enqueues the mail with documents that no confirmation or refund mail carries, in the transaction that
 * issues them.
 */
export function enqueueForPayer(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  { orderId, numbers }: { orderId: string; numbers: readonly string[] },
): Promise<void> {
  const cause = `documents_issued:${numbers.join('+')}`;
  return enqueueToPayer(transaction, jobs, orderId, { kind: 'documents_issued', cause, facts: { numbers } });
}

/**
 * Enqueues the mail to a company's accounts department, in the transaction that stores the file. Sends
 * nothing if the department has no address or has the payer's address. The file is attached, because the
 * department gets no link.
 */
export async function enqueueForAccounts(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  number: string,
): Promise<void> {
  const found = await transaction
    .selectFrom('invoices')
    .innerJoin('document_requests', 'document_requests.id', 'invoices.request_id')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select([
      'orders.id',
      'orders.email',
      'orders.company',
      'invoices.request_id',
      'document_requests.supply',
    ])
    .where('invoices.number', '=', number)
    .executeTakeFirst();
  // An erased order has no email and no company.
  if (!found?.company) return;
  const { buyer } = requestSupply.parse(found.supply, found.request_id);
  const recipient = buyer.company?.invoice_email ?? '';
  if (recipient === '' || addressKey(recipient) === addressKey(found.email)) return;
  const cause = `documents_issued:${number}:accounts`;
  const facts = { numbers: [number], toAccounts: true };
  await enqueueMails(
    transaction,
    [{ kind: 'documents_issued', cause, orderId: found.id, recipient, facts }],
    jobs,
  );
}
