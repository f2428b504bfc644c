import { sql } from 'kysely';
import { transact } from '../../database/transact.ts';
import { countDocuments } from '../../invoices/issued.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { eraseContacts, isWaiting, type OrderInState } from './erase-contacts.ts';

export interface PayerErasure {
  erased: OrderInState[];
  /** Money or a booking is still under way: to be erased once they are over. */
  kept: OrderInState[];
  /** Issued documents of tax law about the erased orders: they name the buyer, and stay. */
  documents: number;
}

/**
 * Erases who bought, at the person's request, of orders that are over: booked, refunded, or abandoned and asked
 * for no more. What tax law has us keep stays: amounts, dates, what was sold, the ids of order and payment, and documents.
 *
 * @param email in any case
 */
export async function erasePayer(
  { database }: Pick<CheckoutDependencies, 'database'>,
  email: string,
): Promise<PayerErasure> {
  return transact(database, async (transaction) => {
    const rows = await transaction
      .selectFrom('orders')
      .select(['id', 'state', 'next_check_at', isWaiting.as('waits')])
      .where(sql<boolean>`lower(email) = ${email.trim().toLowerCase()}`)
      .orderBy('created_at')
      .forUpdate()
      .execute();
    const isOver = ({ state, next_check_at, waits: open }: (typeof rows)[number]) =>
      !open &&
      (state === 'booked' ||
        state === 'refunded' ||
        ((state === 'created' || state === 'attempted') && next_check_at === null));
    const nameOf = ({ id, state }: OrderInState): OrderInState => ({ id, state });
    const erased = rows.filter(isOver).map(nameOf);
    await eraseContacts(transaction, erased, 'operator');
    const documents = await countDocuments(
      transaction,
      erased.map(({ id }) => id),
    );
    return { documents, erased, kept: rows.filter((row) => !isOver(row)).map(nameOf) };
  });
}
