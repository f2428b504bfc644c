/** Suppressed addresses, which get no emails: they do not exist, or their owner reported spam. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import { addressKey, maskedAddress, withoutAddresses } from '../../platform/database/address-key.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Suppresses an address. An address that is already suppressed keeps its first reason. */
export async function suppress(
  transaction: Transaction<Database>,
  address: string,
  { source, reason }: Pick<Selectable<Schema['mail_suppressions']>, 'source' | 'reason'>,
): Promise<void> {
  await transaction
    .insertInto('mail_suppressions')
    .values({
      address_key: addressKey(address),
      shown: maskedAddress(address),
      source,
      reason: reason && withoutAddresses(reason),
      created_at: databaseNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns newest first */
export function listSuppressions(database: Kysely<Database>, limit: number) {
  return database
    .selectFrom('mail_suppressions')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('address_key')
    .limit(limit)
    .execute();
}

/**
 * Removes an address from the suppressed addresses.
 * @param address the address, or its key in the list
 * @throws Refusal if it is not suppressed
 */
export async function liftSuppression(transaction: Transaction<Database>, address: string) {
  const key = /^[0-9a-f]{64}$/.test(address) ? address : addressKey(address);
  const lifted = await transaction
    .deleteFrom('mail_suppressions')
    .where('address_key', '=', key)
    .returning(['address_key', 'source'])
    .executeTakeFirst();
  if (!lifted) throw new Refusal('conflict', 'address_not_suppressed', 'This address is not suppressed.');
  return lifted;
}
