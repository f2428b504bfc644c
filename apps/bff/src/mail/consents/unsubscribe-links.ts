/**
 * URLs of the pages that unsubscribe (RFC 8058) and confirm consent: each recipient has one token for all
 * emails.
 */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { addressKey, maskedAddress } from '../../platform/database/address-key.ts';
import type { Database } from '../../platform/database/database.ts';

export const unsubscribePath = (token: string) => `/unsubscribe/${token}`;

/** Creates missing tokens. @returns the token by recipient, spelled as in `recipients` */
export async function addressTokens(
  database: Kysely<Database>,
  recipients: readonly string[],
): Promise<Map<string, string>> {
  const byKey = new Map(recipients.map((recipient) => [addressKey(recipient), recipient]));
  if (byKey.size === 0) return new Map();
  // Sorted, so that concurrent replicas do not deadlock.
  const rows = [...byKey].sort().map(([key, recipient]) => ({
    address_key: key,
    token: randomBytes(20).toString('hex'),
    email: recipient.trim().toLowerCase(),
  }));
  await database
    .insertInto('unsubscribe_links')
    .values(rows)
    .onConflict((conflict) => conflict.column('address_key').doNothing())
    .execute();
  const links = await database
    .selectFrom('unsubscribe_links')
    .select(['address_key', 'token'])
    .where('address_key', 'in', [...byKey.keys()])
    .execute();
  const tokens = new Map(links.map(({ address_key: key, token }) => [key, token]));
  return new Map(recipients.map((recipient) => [recipient, tokens.get(addressKey(recipient)) ?? '']));
}

/** @returns the unsubscribe URL by recipient, spelled as in `recipients` */
export async function unsubscribeUrls(
  database: Kysely<Database>,
  recipients: readonly string[],
  publicUrl: string,
): Promise<Map<string, string>> {
  const tokens = await addressTokens(database, recipients);
  return new Map(
    [...tokens].map(([recipient, token]) => [recipient, new URL(unsubscribePath(token), publicUrl).href]),
  );
}

/** @returns the link's address, masked, and whether it has opted out; undefined for an unknown token */
export async function readUnsubscribeLink(
  database: Kysely<Database>,
  token: string,
): Promise<{ address: string; ended: boolean } | undefined> {
  const link = await database
    .selectFrom('unsubscribe_links')
    .leftJoin('opt_outs', 'opt_outs.address_key', 'unsubscribe_links.address_key')
    .select(['unsubscribe_links.email', 'opt_outs.id'])
    .where('token', '=', token)
    .executeTakeFirst();
  return link && { address: maskedAddress(link.email), ended: link.id !== null };
}
