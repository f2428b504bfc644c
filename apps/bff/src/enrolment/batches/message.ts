/** An operator's message to all people of a batch. It is previewed first, and sent once to each address. */

import { createHash, randomUUIDv7 } from 'node:crypto';
import type { MessageAudience } from '@meridian/contracts/operators/actions/batches';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { peopleOf } from '../orders/effects/mail-people.ts';
import { isBooked, isErased, type Order } from '../orders/order.ts';
import { lockOrdersOfBatch, readOrdersOfBatch } from './orders-of-batch.ts';

export interface BatchMessageText {
  subject: string;
  /** Plain text with line breaks. */
  text: string;
}

interface Recipient {
  order: Order;
  name: string;
  email: string;
  /** Undefined for the payer. */
  attendee: { name: string; email: string } | undefined;
}

export interface MessagePreview extends MessageAudience {
  /** The recipient for whom the preview is rendered; undefined if there is none. */
  example: { order: Order; name: string } | undefined;
  /** Digest of the recipients and the text. `sendMessage` requires it. */
  confirm: string;
}

function recipientsOf(orders: readonly Order[]): Map<string, Recipient> {
  const found = new Map<string, Recipient>();
  for (const order of orders.filter((one) => isBooked(one) && !isErased(one)))
    for (const { name, email, attendee, key } of peopleOf(order))
      if (email !== '' && !found.has(key)) found.set(key, { order, name, email, attendee });
  return found;
}

/**
 * @returns the cause of an email by recipient; the cause contains a digest of subject and text, so sending
 * the same message again reaches only people who were added since
 */
function causeOf(batchId: number, { subject, text }: BatchMessageText): (key: string) => string {
  const digest = createHash('sha256')
    .update(JSON.stringify([subject, text]))
    .digest('hex')
    .slice(0, 32);
  return (key) => `batch_message:${batchId}:${digest}:${key}`;
}

async function audienceOf(
  database: Kysely<Database> | Transaction<Database>,
  orders: readonly Order[],
  recipients: ReadonlyMap<string, Recipient>,
  cause: (key: string) => string,
): Promise<MessageAudience> {
  const unbooked = orders.filter((order) => !isBooked(order) && !isErased(order)).length;
  const keys = [...recipients.keys()];
  if (keys.length === 0) return { addresses: 0, suppressed: 0, already: 0, unbooked };
  const [suppressed, already] = await Promise.all([
    database
      .selectFrom('mail_suppressions')
      .select('address_key')
      .where(
        'address_key',
        'in',
        [...recipients.values()].map(({ email }) => addressKey(email)),
      )
      .execute(),
    database.selectFrom('mails').select('id').where('cause', 'in', keys.map(cause)).execute(),
  ]);
  const counts = { suppressed: suppressed.length, already: already.length, unbooked };
  return { addresses: keys.length, ...counts };
}

const refuse = (code: string, message: string) => new Refusal('conflict', code, message);

const digestOf = (recipients: ReadonlyMap<string, Recipient>, { subject, text }: BatchMessageText) =>
  createHash('sha256')
    .update(JSON.stringify([subject, text, ...[...recipients.keys()].sort()]))
    .digest('hex')
    .slice(0, 16);

/** @returns the audience of the message, and one recipient as an example; nothing is sent */
export async function previewMessage(
  database: Kysely<Database>,
  batchId: number,
  message: BatchMessageText,
): Promise<MessagePreview> {
  const orders = await readOrdersOfBatch(database, batchId);
  const recipients = recipientsOf(orders);
  const audience = await audienceOf(database, orders, recipients, causeOf(batchId, message));
  return {
    ...audience,
    example: recipients.values().next().value,
    confirm: digestOf(recipients, message),
  };
}

/**
 * Enqueues the emails of a message, and stores the message.
 *
 * @param confirm the preview's digest; nothing is sent if the recipients or the text have changed since
 * @param by email address or name of the operator
 * @throws Refusal `conflict` if there are no recipients, if all of them have received the message, or if
 * recipients or text have changed since the preview
 */
export async function sendMessage(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  batchId: number,
  { message, confirm, by }: { message: BatchMessageText; confirm: string; by: string },
): Promise<MessageAudience> {
  const orders = await lockOrdersOfBatch(transaction, batchId);
  const recipients = recipientsOf(orders);
  const cause = causeOf(batchId, message);
  const audience = await audienceOf(transaction, orders, recipients, cause);
  const { addresses, suppressed, already } = audience;
  if (addresses === 0) throw refuse('nobody_booked', 'No seats are booked in this batch.');
  if (already === addresses)
    throw refuse(
      'message_known',
      'All recipients already received this message. Change it to send it again.',
    );
  if (confirm !== digestOf(recipients, message))
    throw refuse(
      'audience_changed',
      `The recipients or the message changed after the preview. The message would now go to ${addresses === 1 ? '1 address' : `${addresses} addresses`}. Nothing was sent. Please preview again.`,
    );
  const mails = [...recipients].map(([key, { order, email: recipient, attendee }]) => ({
    kind: 'batch_message' as const,
    cause: cause(key),
    recipient,
    orderId: order.id,
    facts: { attendee, batchId, ...message },
  }));
  await enqueueMails(transaction, mails, jobs);
  await transaction
    .insertInto('batch_messages')
    .values({
      id: randomUUIDv7(),
      batch_id: batchId,
      subject: message.subject,
      body: message.text,
      sent_by: by,
      addresses: addresses - already,
      suppressed,
      created_at: databaseNow,
    })
    .execute();
  return audience;
}

/** @returns the newest 200 messages sent to a batch, newest first */
export function listMessages(
  database: Kysely<Database>,
  batchId: number,
): Promise<Selectable<Schema['batch_messages']>[]> {
  return database
    .selectFrom('batch_messages')
    .selectAll()
    .where('batch_id', '=', String(batchId))
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

/** @returns sentences that describe the audience of a preview or a message */
export function describeAudience({ addresses, suppressed, already, unbooked }: MessageAudience): string[] {
  const people = (count: number) => (count === 1 ? '1 address' : `${count} addresses`);
  return [
    already > 0 ? `${addresses - already} of ${people(addresses)}` : people(addresses),
    ...(already > 0 ? [`${people(already)} already received this message and will not get it again`] : []),
    ...(suppressed > 0 ? [`${people(suppressed)} suppressed: no email is sent there (see Emails)`] : []),
    ...(unbooked > 0
      ? [`${unbooked === 1 ? '1 order is' : `${unbooked} orders are`} not booked yet, and left out`]
      : []),
  ];
}
