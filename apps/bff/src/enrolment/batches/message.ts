/** A message of an operator to everybody who has a seat in a batch: looked at first, then sent once to each address. */

import { createHash, randomUUIDv7 } from 'node:crypto';
import { cleanText } from '@meridian/contracts/leads/clean-text';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { noteMails } from '../../mail/outbox/note-mail.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { peopleOf } from '../orders/effects/mail-people.ts';
import { isBooked, isErased, type Order } from '../orders/order.ts';
import type { BatchMessageTable } from '../orders/store/batch-tables.ts';
import { lockOrdersOfBatch, readOrdersOfBatch } from './orders-of-batch.ts';

export const longestSubject = 120;
export const longestMessage = 4_000;

export interface BatchMessageText {
  subject: string;
  /** Plain text with line breaks. */
  text: string;
}

interface Recipient {
  order: Order;
  name: string;
  email: string;
  /** The payer has none. */
  attendee: { name: string; email: string } | undefined;
}

/** Who would get a message now. */
export interface MessageAudience {
  /** Each address once, also where it has seats in several orders. */
  addresses: number;
  /** Of them, those that get no mails because they bounced or complained. */
  suppressed: number;
  /** Of them, those that have this very message already; they do not get it again. */
  already: number;
  /** Orders that are paid and not booked yet: they are left out. */
  unbooked: number;
}

export interface MessagePreview extends MessageAudience {
  /** The order and name that the preview is written to; undefined where nobody would get it. */
  example: { order: Order; name: string } | undefined;
}

function recipientsOf(orders: readonly Order[]): Map<string, Recipient> {
  const found = new Map<string, Recipient>();
  for (const order of orders.filter((one) => isBooked(one) && !isErased(one)))
    for (const { name, email, attendee, key } of peopleOf(order))
      if (email !== '' && !found.has(key)) found.set(key, { order, name, email, attendee });
  return found;
}

/** Of the same text to the same address there is one mail: who sends again reaches those who came since. */
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

/** @returns the text as it is sent */
export const cleanMessage = ({ subject, text }: BatchMessageText): BatchMessageText => ({
  subject: cleanText(subject.replace(/\s+/g, ' ')),
  text: cleanText(text),
});

const refuse = (code: string, message: string) => new Refusal('conflict', code, message);

/** @throws Refusal `conflict` */
function refuseFaults({ subject, text }: BatchMessageText): void {
  if (subject === '' || text === '') throw refuse('message_empty', 'A message has a subject and a text.');
  if (subject.length > longestSubject)
    throw refuse('subject_too_long', `A subject has at most ${longestSubject} characters.`);
  if (text.length > longestMessage)
    throw refuse('message_too_long', `A message has at most ${longestMessage} characters.`);
}

/** @returns who would get the message, and somebody to show it for; nothing is sent */
export async function previewMessage(
  database: Kysely<Database>,
  batchId: number,
  message: BatchMessageText,
): Promise<MessagePreview> {
  const orders = await readOrdersOfBatch(database, batchId);
  const recipients = recipientsOf(orders);
  const audience = await audienceOf(database, orders, recipients, causeOf(batchId, cleanMessage(message)));
  return { ...audience, example: recipients.values().next().value };
}

interface MessageDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/**
 * Notes the mails of a message, its row at the batch and `alongside` in one commit.
 * @param expected addresses that the operator saw in the preview: another number sends nothing
 * @param by e-mail address or name of the operator
 * @throws Refusal `conflict` if nobody gets it, or others than were previewed
 */
export async function sendMessage(
  { database, jobs }: MessageDependencies,
  batchId: number,
  { message, expected, by }: { message: BatchMessageText; expected?: number | undefined; by: string },
  alongside?: (transaction: Transaction<Database>, audience: MessageAudience) => Promise<void>,
): Promise<MessageAudience> {
  const said = cleanMessage(message);
  refuseFaults(said);
  return transact(database, async (transaction) => {
    const orders = await lockOrdersOfBatch(transaction, batchId);
    const recipients = recipientsOf(orders);
    const cause = causeOf(batchId, said);
    const audience = await audienceOf(transaction, orders, recipients, cause);
    const { addresses, suppressed, already } = audience;
    if (addresses === 0) throw refuse('nobody_booked', 'Nobody has a booked seat in this batch.');
    if (already === addresses)
      throw refuse('message_known', 'Everybody has this very message already: change it to send it again.');
    if (expected !== undefined && expected !== addresses)
      throw refuse(
        'audience_changed',
        `By now ${addresses} addresses would get it. Nothing was sent: look at the preview again.`,
      );
    const mails = [...recipients].map(([key, { order, email: recipient, attendee }]) => ({
      kind: 'batch_message' as const,
      cause: cause(key),
      recipient,
      orderId: order.id,
      facts: { attendee, batchId, ...said },
    }));
    await noteMails(transaction, mails, jobs);
    await transaction
      .insertInto('batch_messages')
      .values({
        id: randomUUIDv7(),
        batch_id: batchId,
        subject: said.subject,
        body: said.text,
        sent_by: by,
        addresses: addresses - already,
        suppressed,
        created_at: databaseNow,
      })
      .execute();
    await alongside?.(transaction, audience);
    return audience;
  });
}

/** @returns what was written to a batch, newest first */
export function listMessages(
  database: Kysely<Database>,
  batchId: number,
): Promise<Selectable<BatchMessageTable>[]> {
  return database
    .selectFrom('batch_messages')
    .selectAll()
    .where('batch_id', '=', String(batchId))
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

/** @returns how a preview or a message went out, in words */
export function audienceInWords({ addresses, suppressed, already, unbooked }: MessageAudience): string[] {
  const people = (count: number) => (count === 1 ? '1 address' : `${count} addresses`);
  return [
    already > 0 ? `${people(addresses - already)} of ${addresses}` : people(addresses),
    ...(already > 0 ? [`${people(already)} had this very message before, and is not written to again`] : []),
    ...(suppressed > 0 ? [`${people(suppressed)} suppressed: no mail reaches it (see Mails)`] : []),
    ...(unbooked > 0
      ? [`${unbooked === 1 ? '1 order is' : `${unbooked} orders are`} not booked yet, and left out`]
      : []),
  ];
}
