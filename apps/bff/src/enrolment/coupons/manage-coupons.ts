/** Creates, changes, ends and reports coupons for operators. */

import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import { type Coupon, codeOf, couponOf } from './coupon.ts';

export type NewCoupon = Omit<Coupon, 'id' | 'closedAt'>;

/** @returns the coupon; undefined if another coupon has the code, even an ended one */
export async function addCoupon(database: Kysely<Database>, coupon: NewCoupon): Promise<Coupon | undefined> {
  const { terms } = coupon;
  const row = await database
    .insertInto('coupons')
    .values({
      code: codeOf(coupon.code),
      label: coupon.label,
      percent: terms.kind === 'percent' ? terms.percent : null,
      amount_paise: terms.kind === 'amount' ? terms.amountPaise : null,
      courses: [...coupon.courses],
      categories: [...coupon.categories],
      batches: [...coupon.batches],
      starts_at: coupon.startsAt,
      ends_at: coupon.endsAt,
      max_uses: coupon.maxUses,
      max_uses_per_email: coupon.maxUsesPerEmail,
      min_seats: coupon.minSeats,
      automatic: coupon.isAutomatic,
      created_at: databaseNow,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && couponOf(row);
}

export interface CouponReport {
  coupon: Coupon;
  /** Number of orders that may still be paid. */
  reserved: number;
  redeemed: number;
  /** Sum of the discounts of paid orders. */
  discountPaise: number;
}

function couponsWithUses(database: Kysely<Database>) {
  return database
    .selectFrom('coupons')
    .leftJoin('coupon_uses', 'coupon_uses.coupon_id', 'coupons.id')
    .leftJoin('orders', 'orders.id', 'coupon_uses.order_id')
    .selectAll('coupons')
    .select([
      sql<number>`count(*) filter (where coupon_uses.state = 'reserved')::integer`.as('reserved'),
      sql<number>`count(*) filter (where coupon_uses.state = 'redeemed')::integer`.as('redeemed'),
      sql<string>`coalesce(sum(orders.discount_paise) filter (where coupon_uses.state = 'redeemed'), 0)`.as(
        'discount',
      ),
    ])
    .groupBy('coupons.id');
}

function toReport(
  row: Parameters<typeof couponOf>[0] & { reserved: number; redeemed: number; discount: string },
): CouponReport {
  const { reserved, redeemed, discount } = row;
  return { coupon: couponOf(row), reserved, redeemed, discountPaise: Number(discount) };
}

/**
 * Ends a coupon now. Orders that have it keep their price.
 *
 * @throws Refusal `conflict` if no open coupon has this code
 */
export async function closeCoupon(database: Kysely<Database>, code: string): Promise<CouponReport> {
  const closed = await database
    .updateTable('coupons')
    .set({ closed_at: databaseNow })
    .where('code', '=', codeOf(code))
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!closed) throw new Refusal('conflict', 'coupon_not_open', `No open coupon has the code ${code}.`);
  const row = await couponsWithUses(database).where('coupons.id', '=', closed.id).executeTakeFirstOrThrow();
  return toReport(row);
}

/** Fields that are absent stay unchanged. */
export type CouponPatch = Partial<
  Pick<Coupon, 'terms' | 'endsAt' | 'maxUses' | 'courses' | 'categories' | 'batches'>
>;

/**
 * Changes an open coupon. Orders that have it keep their price and terms.
 *
 * @throws Refusal `conflict` if no open coupon has this code, or if the discount would change although orders
 * have the coupon; `invalid` if the last day is before the first
 */
export async function changeCoupon(
  transaction: Transaction<Database>,
  code: string,
  { terms, endsAt, maxUses, courses, categories, batches }: CouponPatch,
): Promise<CouponReport> {
  const open = await transaction
    .selectFrom('coupons')
    .select(['id', 'starts_at'])
    .where('code', '=', codeOf(code))
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!open) throw new Refusal('conflict', 'coupon_not_open', `No open coupon has the code ${code}.`);
  if (endsAt && endsAt <= open.starts_at)
    throw invalidField('coupon_over', 'to', 'The last day is before the first');
  const ofCoupon = couponsWithUses(transaction).where('coupons.id', '=', open.id);
  const { reserved, redeemed } = await ofCoupon.executeTakeFirstOrThrow();
  if (terms && reserved + redeemed > 0)
    throw new Refusal(
      'conflict',
      'coupon_used',
      `The discount of ${code} cannot be changed: ${reserved + redeemed === 1 ? '1 order has' : `${reserved + redeemed} orders have`} it. End this coupon and add another one.`,
    );
  await transaction
    .updateTable('coupons')
    .set({
      ...(terms && {
        percent: terms.kind === 'percent' ? terms.percent : null,
        amount_paise: terms.kind === 'amount' ? terms.amountPaise : null,
      }),
      ...(endsAt !== undefined && { ends_at: endsAt }),
      ...(maxUses !== undefined && { max_uses: maxUses }),
      ...(courses && { courses: [...courses] }),
      ...(categories && { categories: [...categories] }),
      ...(batches && { batches: [...batches] }),
    })
    .where('id', '=', open.id)
    .execute();
  return toReport(await ofCoupon.executeTakeFirstOrThrow());
}

/** @returns the coupons with their uses, the newest first; without `all` only coupons that have not ended */
export async function reportCoupons(
  database: Kysely<Database>,
  { all, limit, now }: { all: boolean; limit: number; now: Date },
): Promise<CouponReport[]> {
  let query = couponsWithUses(database).orderBy('coupons.id', 'desc').limit(limit);
  if (!all)
    query = query
      .where('closed_at', 'is', null)
      .where((coupon) => coupon.or([coupon('ends_at', 'is', null), coupon('ends_at', '>', now)]));
  return (await query.execute()).map(toReport);
}
