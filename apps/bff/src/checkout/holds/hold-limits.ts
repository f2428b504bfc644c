/** Nobody keeps others from a batch by orders that are never paid. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';

export const maxHeldByEmail = 10;
export const maxHeldByAddress = 20;

/** True for the orders whose unpaid seats are held. */
export const isHolding = sql<boolean>`seat_hold = 'held' and payment_id is null`;

export interface Holder {
  email: string;
  address: string | null;
}

interface Held {
  by_email: number;
  by_address: number;
}

/** Orders of the same payer wait for one another, so that two at once cannot both have what is left. */
async function lockHolder(transaction: Transaction<Database>, { email, address }: Holder): Promise<void> {
  const key = (name: string) => sql`pg_advisory_xact_lock(hashtextextended(${`seats ${name}`}, 0))`;
  // The e-mail first in every transaction, or two could wait for each other.
  const keys = [key(email.toLowerCase()), ...(address === null ? [] : [key(address)])];
  await sql`select ${sql.join(keys)}`.execute(transaction);
}

/**
 * @param wanted seats beside those that are held
 * @returns how many unpaid seats the payer may hold at most, where it would be more; undefined where it is not
 */
export async function exceededLimit(
  transaction: Transaction<Database>,
  holder: Holder,
  wanted: number,
): Promise<number | undefined> {
  await lockHolder(transaction, holder);
  const { rows } = await sql<Held>`
    select
      (select coalesce(sum(seats), 0)::integer from orders
        where ${isHolding} and lower(email) = ${holder.email.toLowerCase()}) as by_email,
      (select coalesce(sum(seats), 0)::integer from orders
        where ${isHolding} and held_for_address = ${holder.address}) as by_address`.execute(transaction);
  const { by_email: byEmail = 0, by_address: byAddress = 0 } = rows[0] ?? {};
  if (byEmail + wanted > maxHeldByEmail) return maxHeldByEmail;
  return byAddress + wanted > maxHeldByAddress ? maxHeldByAddress : undefined;
}
