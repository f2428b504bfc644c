/** Orders keep their amounts and ids for the books; who bought is forgotten when it is needed no longer. */
import type { OrderState } from '@meridian/contracts/checkout/orders';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { dayInIndia } from '../india-time.ts';
import type { EventSource } from '../tables.ts';

const dayMs = 24 * 60 * 60_000;
const batchSize = 500;

interface SettledOrder {
  id: string;
  state: OrderState;
}

/** Forgets who bought: name, address, phone, where they came from, and every text that may name somebody. */
async function erase(
  transaction: Transaction<Database>,
  orders: readonly SettledOrder[],
  now: Date,
  source: EventSource,
): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  await transaction
    .updateTable('orders')
    .set({
      ...{ first_name: '', last_name: '', email: '', phone_number: '' },
      attribution: null,
      // The upstream's words or the operator's: either may name somebody.
      review_reason: null,
    })
    .where('id', 'in', ids)
    .execute();
  await transaction.updateTable('order_events').set({ note: null }).where('order_id', 'in', ids).execute();
  await transaction.updateTable('refunds').set({ note: null }).where('order_id', 'in', ids).execute();
  const words = { note: null, reason: null };
  await transaction.updateTable('cases').set(words).where('order_id', 'in', ids).execute();
  await transaction
    .insertInto('order_events')
    .values(
      orders.map(({ id, state }) => ({
        ...{ order_id: id, at: now, source, event: 'erased', state },
        ...{ payment_id: null, note: null },
      })),
    )
    .execute();
}

/** True where a person has to act, or money is on its way: who bought is still needed. */
const waits = sql<boolean>`(
  exists (select from cases where cases.order_id = orders.id and cases.closed_at is null)
  or exists (select from refunds where refunds.order_id = orders.id and refunds.state in ('requested', 'pending'))
)`;

/**
 * Erases the contact details of orders that are over for so many days: booked, with the course itself as long ago;
 * refunded; or abandoned, once the reconciler asks for their payments no more. What waits for the operator is kept
 * until it is settled.
 *
 * @returns how many orders were erased
 */
export async function eraseOldOrders(
  deps: Pick<CheckoutDependencies, 'database' | 'now'> & { settings: { retentionDays: number } },
): Promise<number> {
  const now = deps.now();
  const limit = new Date(now.getTime() - deps.settings.retentionDays * dayMs);
  let total = 0;
  for (;;) {
    const erased = await deps.database.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('orders')
        .select(['id', 'state'])
        .where('email', '!=', '')
        .where('updated_at', '<', limit)
        .where(sql<boolean>`not ${waits}`)
        .where((order) =>
          order.or([
            order.and([
              order('state', '=', 'booked'),
              order(sql<string>`batch ->> 'end_date'`, '<', dayInIndia(limit)),
            ]),
            order('state', '=', 'refunded'),
            order.and([order('state', 'in', ['created', 'attempted']), order('next_check_at', 'is', null)]),
          ]),
        )
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute();
      await erase(transaction, rows, now, 'worker');
      return rows.length;
    });
    total += erased;
    if (erased < batchSize) return total;
  }
}

export interface PayerErasure {
  erased: SettledOrder[];
  /** Money or a booking is still under way: to be erased once they are settled. */
  kept: SettledOrder[];
}

/**
 * Erases who bought, at the person's request, of orders that are settled: booked, refunded, or abandoned and asked
 * for no more. What tax law has us keep stays: amounts, dates, what was sold, the ids of order and payment.
 *
 * @param email in any case
 */
export async function erasePayer(
  deps: Pick<CheckoutDependencies, 'database' | 'now'>,
  email: string,
): Promise<PayerErasure> {
  return deps.database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('orders')
      .select(['id', 'state', 'next_check_at', waits.as('waits')])
      .where(sql<boolean>`lower(email) = ${email.trim().toLowerCase()}`)
      .orderBy('created_at')
      .forUpdate()
      .execute();
    const settled = ({ state, next_check_at, waits: open }: (typeof rows)[number]) =>
      !open &&
      (state === 'booked' ||
        state === 'refunded' ||
        ((state === 'created' || state === 'attempted') && next_check_at === null));
    const nameOf = ({ id, state }: SettledOrder): SettledOrder => ({ id, state });
    const erased = rows.filter(settled).map(nameOf);
    await erase(transaction, erased, deps.now(), 'operator');
    return { erased, kept: rows.filter((row) => !settled(row)).map(nameOf) };
  });
}
