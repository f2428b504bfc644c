/** Addresses that get no mails: they do not exist, or their owner complained. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import { addressKey, maskedAddress, withoutAddresses } from '../../platform/database/address-key.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** Of a suppressed address the first reason stays. */
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

/** @param address the whole address: what is kept of it is a hash @returns false where it was not suppressed */
export function liftSuppression(database: Kysely<Database>, address: string): Promise<boolean> {
  return liftSuppressionOf(database, addressKey(address));
}

/** @param key of the address, as the list has it @returns false where it was not suppressed */
export async function liftSuppressionOf(database: Kysely<Database>, key: string): Promise<boolean> {
  const lifted = await database
    .deleteFrom('mail_suppressions')
    .where('address_key', '=', key)
    .executeTakeFirst();
  return lifted.numDeletedRows > 0;
}
