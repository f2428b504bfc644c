import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { countDocuments } from '../../documents/issued.ts';
import { eraseContacts, hasEnded, isWaiting, type OrderInState } from './erase-contacts.ts';
import { findBooked } from './erasure-copies.ts';

export interface PayerErasure {
  erased: OrderInState[];
  /** Orders with money or a booking in progress, to be erased once that is over. */
  kept: OrderInState[];
  /** Documents of the erased orders: they name the buyer, and tax law requires them to stay. */
  documents: number;
  /** Erased orders whose booking the upstream has. */
  upstream: string[];
}

/**
 * Erases the buyer, at the person's request, of orders that are over: booked, refunded, or abandoned. What tax law
 * requires stays: amounts, dates, what was sold, the ids of order and payment, and documents.
 *
 * @param email in any case
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
