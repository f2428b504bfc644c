/** Confirms consent to marketing by an emailed link (double opt-in). */
import { type Kysely, sql, type Transaction } from 'kysely';
import { addressKey, maskedAddress } from '../../platform/database/address-key.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Composed, Composer } from '../outbox/composer.ts';
import { enqueueMails } from '../outbox/enqueue-mails.ts';
import { addressTokens } from './unsubscribe-links.ts';

interface Consenting {
  email: string;
  orderId?: string;
  leadId?: string;
}

/** Requests confirmation by one email per address and day, in the transaction that stores the consents. */
export async function requestConfirmations(
  transaction: Transaction<Database>,
  consenting: readonly Consenting[],
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const mails = consenting.map(({ email, ...from }) => ({
    kind: 'consent_request' as const,
    cause: `consent_request:${addressKey(email)}:${day}`,
    recipient: email,
    ...from,
  }));
  await enqueueMails(transaction, mails);
}

const consentPath = (token: string) => `/consent/${token}`;

const isPending = sql<boolean>`confirmed_at is null and withdrawn_at is null`;

async function pendingKeys(database: Kysely<Database>, recipients: readonly string[]): Promise<Set<string>> {
  if (recipients.length === 0) return new Set();
  const rows = await database
    .selectFrom('consents')
    .select('address_key')
    .where('address_key', 'in', recipients.map(addressKey))
    .where(isPending)
    .execute();
  return new Set(rows.map((row) => row.address_key));
}

/** @param publicUrl origin of the site */
export function createConsentComposer(publicUrl: string): Composer {
  return {
    kinds: ['consent_request'],
    async compose(transaction, mails) {
      const recipients = mails.map(({ recipient }) => recipient);
      const tokens = await addressTokens(transaction, recipients);
      const keys = await pendingKeys(transaction, recipients);
      return new Map(
        mails.map(({ id, recipient }): [string, Composed] => {
          const token = tokens.get(recipient);
          if (token === undefined || !keys.has(addressKey(recipient)))
            return [id, { kind: 'drop', reason: 'outdated' }];
          const confirmUrl = new URL(consentPath(token), publicUrl).href;
          return [id, { kind: 'ready', data: { confirmUrl } }];
        }),
      );
    },
  };
}

export interface ConsentLink {
  state: 'pending' | 'confirmed' | 'nothing_pending';
  /** Masked. */
  address: string;
}

function findLink(database: Kysely<Database>, token: string) {
  return database
    .selectFrom('unsubscribe_links')
    .select(['address_key', 'email'])
    .where('token', '=', token)
    .executeTakeFirst();
}

/** @returns undefined for an unknown token */
export async function readConsentLink(
  database: Kysely<Database>,
  token: string,
): Promise<ConsentLink | undefined> {
  const link = await findLink(database, token);
  if (!link) return undefined;
  const given = await database
    .selectFrom('consents')
    .select('confirmed_at')
    .where('address_key', '=', link.address_key)
    .where('withdrawn_at', 'is', null)
    .execute();
  const states = given.map(({ confirmed_at: at }) => (at === null ? 'pending' : 'confirmed'));
  const state = states.find((each) => each === 'pending') ?? states[0] ?? 'nothing_pending';
  return { state, address: maskedAddress(link.email) };
}

/** Confirms the pending consents of the link's address. A confirmed consent to emails deletes the opt-out. */
export function confirmConsents(database: Kysely<Database>, token: string): Promise<void> {
  return transact(database, async (transaction) => {
    const link = await findLink(transaction, token);
    if (!link) return;
    const confirmed = await transaction
      .updateTable('consents')
      .set({ confirmed_at: databaseNow })
      .where('address_key', '=', link.address_key)
      .where(isPending)
      .returning('channel')
      .execute();
    if (confirmed.some(({ channel }) => channel === 'email'))
      await transaction.deleteFrom('opt_outs').where('address_key', '=', link.address_key).execute();
  });
}
