/**
 * The values by which operators find orders: a row of `order_search` for each order, written in the
 * transaction that changes the order.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { joinWords, phoneDigits } from '../../platform/search/words.ts';

/**
 * Builds the statement that writes the search rows of orders. Its text is constant, so that the statement can
 * be prepared.
 *
 * @param orders SQL that follows `from`: a relation with the name and the columns of `orders`
 */
export const insertOrderSearch = (orders: RawBuilder<unknown>) => sql`
  insert into order_search (id, created_at, words)
  select id, created_at, ${joinWords(
    sql`first_name`,
    sql`last_name`,
    sql`email`,
    phoneDigits(sql`phone_number`),
    sql`booking_number`,
    sql`id::text`,
    sql`provider_order_id`,
    sql`company ->> 'legal_name'`,
    sql`company ->> 'gstin'`,
    sql`(select string_agg(payment_id, ' ') from order_payments where order_id = orders.id)`,
    sql`(select string_agg(provider_refund_id, ' ') from refunds where order_id = orders.id)`,
    sql`(select string_agg(number, ' ') from invoices where order_id = orders.id)`,
    sql`(select string_agg(note, ' ') from order_events
      where order_id = orders.id and event = 'operator_transfer')`,
    sql`(select string_agg(concat_ws(' ', person ->> 'name', person ->> 'email'), ' ')
      from jsonb_array_elements(attendees) as person)`,
  )}
  from ${orders}
  on conflict (id) do update set words = excluded.words
  where order_search.words is distinct from excluded.words`;

/**
 * Writes the search rows of orders. Call it in each transaction that changes a person, a number or an id of
 * an order.
 */
export async function writeOrderSearch(
  transaction: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  const all = [...ids];
  await sql`select from order_search where id = any(${all}::uuid[]) order by id for update`.execute(
    transaction,
  );
  // A separate statement, because the snapshot of the first statement was taken before the lock was granted.
  await insertOrderSearch(sql`orders where id = any(${all}::uuid[])`).execute(transaction);
}
