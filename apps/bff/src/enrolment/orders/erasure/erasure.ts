import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { countDocuments } from '../../documents/issued.ts';
import { eraseContacts, hasEnded, isWaiting, type OrderInState } from './erase-contacts.ts';
import { findBooked } from './erasure-copies.ts';

export interface PayerErasure {
  erased: OrderInState[];
  /** Orders with money or a booking in progress. They are to be erased later. */
  kept: OrderInState[];
  /** Number of tax documents of the erased orders. They name the buyer and stay, as tax law requires. */
  documents: number;
  /** Ids of erased orders with a booking that the upstream has or may have. */
  upstream: string[];
}

/**
 * Erases a payer from the orders that are complete: booked, refunded, cancelled or abandoned. Called at the
 * person's request. The data that tax law requires stays: amounts, dates, the items sold, the ids of order
 * and payment, and tax documents.
 *
 * @param email email address in upper or lower case
 */
export async function erasePayer(transaction: Transaction<Database>, email: string): Promise<PayerErasure> {
  const rows = await transaction
    .selectFrom('orders')
    .select(['id', 'state', 'next_check_at', isWaiting.as('waits')])
    .where(sql<boolean>`lower(email) = ${email.trim().toLowerCase()}`)
    .orderBy('created_at')
    .forUpdate()
    .execute();
  const nameOf = ({ id, state }: OrderInState): OrderInState => ({ id, state });
  const erased = rows.filter(hasEnded).map(nameOf);
  const ids = erased.map(({ id }) => id);
  const upstream = await findBooked(transaction, ids);
  await eraseContacts(transaction, erased, 'operator');
  const documents = await countDocuments(transaction, ids);
  return { documents, erased, upstream, kept: rows.filter((row) => !hasEnded(row)).map(nameOf) };
}
