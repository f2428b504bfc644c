import { type Kysely, sql, type Transaction } from 'kysely';
import { addressKey } from '../../platform/database/address-key.ts';
import type { Database } from '../../platform/database/database.ts';

/**
 * Erases a person's data that is not part of orders: attendance, certificates, feedback, and their address as
 * trainer or as a person without a booking.
 * @param email in lower case
 */
export async function eraseTraining(transaction: Transaction<Database>, email: string): Promise<void> {
  await transaction.deleteFrom('attendance').where('address_key', '=', addressKey(email)).execute();
  await transaction.deleteFrom('certificates').where('address_key', '=', addressKey(email)).execute();
  await transaction.deleteFrom('feedback').where('address_key', '=', addressKey(email)).execute();
  await transaction.deleteFrom('late_attendees').where('email', '=', email).execute();
  await transaction.deleteFrom('class_lists').where(sql<boolean>`lower(email) = ${email}`).execute();
}

/**
 * Deletes class lists with the trainer's address, people without a booking and unpublished feedback. The
 * `retentionDays` are counted from the expiry of the list, the day of the class and the invitation to give
 * feedback.
 */
export async function deleteOldClasses(database: Kysely<Database>, retentionDays: number): Promise<void> {
  const age = sql`make_interval(days => ${retentionDays})`;
  await database.deleteFrom('class_lists').where('ends_at', '<', sql<Date>`now() - ${age}`).execute();
  await database
    .deleteFrom('late_attendees')
    .where('day', '<', sql<string>`(now() at time zone 'Asia/Kolkata')::date - ${retentionDays}::integer`)
    .execute();
  await database
    .deleteFrom('feedback')
    .where('published_at', 'is', null)
    .where('invited_at', '<', sql<Date>`now() - ${age}`)
    .execute();
}
