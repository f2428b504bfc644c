/** Queries of coupons with their uses. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Coupon, codeOf, couponOf } from './coupon.ts';
import type { Uses } from './coupon-rules.ts';

type Reader = Kysely<Database> | Transaction<Database>;

/** Maximum number of coupons read. A page shows only a few. */
const maxShown = 100;

export interface CountedCoupon {
  coupon: Coupon;
  uses: Uses;
}

/** The payer whose uses are counted. */
export interface Buyer {
  /** Empty if the email is unknown. */
  email: string;
  /** `senderKey`; null if it is unknown. */
  address: string | null;
  /** Receipt token of an unpaid order to be replaced. Its use does not count against the payer. */
  replaces?: string | undefined;
}

export const nobody: Buyer = { email: '', address: null };

/**
 * Counts uses of limited coupons. An erased payer has no email, so their uses do not count in `byEmail`.
 * `byEmail` counts unpaid orders only from the buyer's network address, because anyone can enter another
 * person's email.
 */
function usesBy(buyer: Buyer) {
  const counted = sql`select count(*)::integer from coupon_uses
    join orders on orders.id = coupon_uses.order_id
    where coupon_uses.coupon_id = coupons.id and coupon_uses.state <> 'released'
      and not (orders.receipt_token = ${buyer.replaces ?? ''} and orders.payment_id is null)`;
  return {
    all: sql<number>`case when max_uses is null then 0 else (${counted}) end`,
    byEmail: sql<number>`case when max_uses_per_email is null or ${buyer.email} = '' then 0
      else (${counted} and orders.email <> '' and person_key(orders.email) = person_key(${buyer.email})
        and (coupon_uses.state = 'redeemed' or coupon_uses.reserved_from is not distinct from ${buyer.address})) end`,
    unpaidFromAddress: sql<number>`case when max_uses is null then 0
      else (${counted} and coupon_uses.state = 'reserved' and coupon_uses.reserved_from = ${buyer.address}) end`,
  };
}

function selectCounted(database: Reader, buyer: Buyer) {
  const { all, byEmail, unpaidFromAddress } = usesBy(buyer);
  return database
    .selectFrom('coupons')
    .selectAll()
    .select([all.as('uses'), byEmail.as('uses_by_email'), unpaidFromAddress.as('unpaid_from_address')]);
}

type CountedRow = Awaited<ReturnType<ReturnType<typeof selectCounted>['execute']>>[number];

function countedOf(row: CountedRow): CountedCoupon {
  return {
    coupon: couponOf(row),
    uses: { all: row.uses, byEmail: row.uses_by_email, unpaidFromAddress: row.unpaid_from_address },
  };
}

/**
 * @param typed the code as the payer typed it; undefined for none
 * @returns the coupon with this code, in any state, and all other automatic coupons that are not closed
 */
export async function candidateCoupons(
  database: Reader,
  typed: string | undefined,
  buyer: Buyer,
): Promise<{ named: CountedCoupon | undefined; others: CountedCoupon[] }> {
  const code = typed === undefined ? undefined : codeOf(typed);
  const rows = await selectCounted(database, buyer)
    .where((coupon) =>
      coupon.or([
        coupon.and([coupon('automatic', '=', true), coupon('closed_at', 'is', null)]),
        ...(code === undefined ? [] : [coupon('code', '=', code)]),
      ]),
    )
    .orderBy('id')
    .execute();
  const counted = rows.map(countedOf);
  return {
    named: counted.find(({ coupon }) => coupon.code === code),
    others: counted.filter(({ coupon }) => coupon.isAutomatic && coupon.code !== code),
  };
}

/** @returns the coupon with a new count of its uses */
export async function recountCoupon(
  transaction: Transaction<Database>,
  couponId: string,
  buyer: Buyer,
): Promise<CountedCoupon | undefined> {
  const row = await selectCounted(transaction, buyer).where('id', '=', couponId).executeTakeFirst();
  return row && countedOf(row);
}

/**
 * @returns the newest 100 coupons that pages may show: coupons that have not ended, and are automatic or have
 * a code that begins with this prefix
 */
export async function shownCandidates(database: Reader, prefix: string, now: Date): Promise<CountedCoupon[]> {
  const rows = await selectCounted(database, nobody)
    .where('closed_at', 'is', null)
    .where((coupon) => coupon.or([coupon('ends_at', 'is', null), coupon('ends_at', '>', now)]))
    .where((coupon) => coupon.or([coupon('automatic', '=', true), coupon('code', 'like', `${prefix}%`)]))
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute();
  return rows.map(countedOf);
}
