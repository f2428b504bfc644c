/** Links that change a booking once, within 15 minutes. They are mailed to the order's email address. */
import { createHash, randomBytes } from 'node:crypto';
import type { LinkSent } from '@meridian/contracts/enrolment/self-service';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { ago, databaseNow, fromNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Order } from '../../orders/order.ts';
import { receiptPath } from '../../orders/receipt-path.ts';
import { lockOrder } from '../../orders/store/order-queries.ts';
import { whyClosed } from './allowed-changes.ts';
import type { EnqueueMails } from './dependencies.ts';

const linkMinutes = 15;
const linkMs = linkMinutes * 60_000;
const maxLinks = 3;
const dayMs = 24 * 60 * 60_000;

export type ManageLink = Selectable<Schema['manage_links']>;
export type LinkState = 'open' | 'used' | 'expired';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** @returns the first letter and the domain of the address, for example `a…@example.com` */
export function emailHint(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/**
 * The token follows `#`, because browsers do not send the fragment. Programs that open links therefore see
 * only the receipt.
 */
export const managePath = (order: Order, token: string) =>
  `${receiptPath(order.receiptToken)}/change#manage=${token}`;

async function refuseMany(transaction: Transaction<Database>, orderId: string): Promise<void> {
  const { links } = await transaction
    .selectFrom('manage_links')
    .select((select) => select.fn.countAll<string>().as('links'))
    .where('order_id', '=', orderId)
    .where('created_at', '>', ago(linkMs))
    .executeTakeFirstOrThrow();
  if (Number(links) < maxLinks) return;
  const message =
    'We have already sent several links to your email address. Please check your inbox and spam folder.';
  throw new Refusal('limited', 'links_sent', message, { retryAfterSeconds: linkMs / 1_000 });
}

/**
 * Sends a new link to the order's email address.
 *
 * @param receiptToken token of the receipt, which authorizes the request
 * @returns undefined if no order has this token
 * @throws Refusal `conflict` if nothing can be changed, `limited` after three links in 15 minutes
 */
export function sendManageLink(
  { database, publicUrl }: { database: Kysely<Database>; publicUrl: string },
  enqueueMails: EnqueueMails,
  receiptToken: string,
): Promise<LinkSent | undefined> {
  return transact(database, async (transaction) => {
    const order = await lockOrder(transaction, 'receipt_token', receiptToken);
    if (!order) return undefined;
    const closed = whyClosed(order);
    if (closed !== undefined) throw new Refusal('conflict', 'booking_closed', closed);
    await refuseMany(transaction, order.id);
    await transaction.deleteFrom('manage_links').where('expires_at', '<', ago(dayMs)).execute();
    const token = randomBytes(20).toString('hex');
    const { expires_at: expiresAt } = await transaction
      .insertInto('manage_links')
      .values({
        token_hash: hashOf(token),
        order_id: order.id,
        created_at: databaseNow,
        expires_at: fromNow(linkMs),
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    const { email, firstName } = order.contact;
    const manageUrl = new URL(managePath(order, token), publicUrl).href;
    const facts = {
      firstName,
      bookingNumber: order.bookingNumber,
      courseName: order.batch.course_name,
      manageUrl,
      expiresAt: expiresAt.toISOString(),
    };
    const cause = `manage_link:${hashOf(token)}`;
    await enqueueMails(transaction, [
      { kind: 'manage_link', cause, recipient: email, orderId: order.id, facts, expiresAt },
    ]);
    return { email_hint: emailHint(email), minutes: linkMinutes };
  });
}

const isOver = sql<boolean>`expires_at <= clock_timestamp()`;

function stateOf({ used_at: usedAt, is_over: over }: ManageLink & { is_over: boolean }): LinkState {
  if (usedAt !== null) return 'used';
  return over ? 'expired' : 'open';
}

/** Reads a link without using it. */
export async function readLink(
  database: Kysely<Database>,
  token: string,
): Promise<{ link: ManageLink; state: LinkState } | undefined> {
  const link = await database
    .selectFrom('manage_links')
    .selectAll()
    .select(isOver.as('is_over'))
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return link && { link, state: stateOf(link) };
}

export const linkOver: Record<Exclude<LinkState, 'open'>, string> = {
  used: 'This link has already been used. Please ask for a new one on your booking page.',
  expired: 'This link is older than 15 minutes. Please ask for a new one on your booking page.',
};

export const linkUnknown = () => new Refusal('not_found', 'link_unknown', 'This link does not exist.');

/**
 * Locks the order of a link, then the link, in the transaction of the change that uses it.
 *
 * @throws Refusal `not_found` for an unknown link, `gone` for a used or expired one
 */
export async function lockLink(transaction: Transaction<Database>, token: string): Promise<Order> {
  const row = transaction
    .selectFrom('manage_links')
    .selectAll()
    .select(isOver.as('is_over'))
    .where('token_hash', '=', hashOf(token));
  const found = await row.executeTakeFirst();
  const order = found && (await lockOrder(transaction, 'id', found.order_id));
  const link = order && (await row.forUpdate().executeTakeFirst());
  if (!link) throw linkUnknown();
  const state = stateOf(link);
  if (state !== 'open') throw new Refusal('gone', 'link_ended', linkOver[state]);
  return order;
}

/** Marks a link as used. */
export async function useLink(transaction: Transaction<Database>, token: string): Promise<void> {
  await transaction
    .updateTable('manage_links')
    .set({ used_at: databaseNow })
    .where('token_hash', '=', hashOf(token))
    .execute();
}
