/** The tables of coupons; made by `schema.sql`. */
import type { ColumnType, Generated } from 'kysely';
import type { Moment, OptionalMoment } from '../../platform/database/column-types.ts';

/** PostgreSQL's bigint: the driver reads it as text, so that no digit is lost. */
type OptionalBigInteger = ColumnType<string | null, number | null | undefined, number | null>;

export interface CouponTable {
  id: Generated<string>;
  /** In upper case. */
  code: string;
  /** Shown to buyers. */
  label: string;
  /** Whole per cent; null if the coupon has an amount. */
  percent: number | null;
  /** Subtracted from the sub total of an order. */
  amount_paise: OptionalBigInteger;
  /** If all three lists are empty, the coupon is for everything; otherwise for what any of them names. */
  courses: Generated<number[]>;
  categories: Generated<string[]>;
  batches: Generated<number[]>;
  starts_at: Moment;
  /** The end of validity, exclusive; null: no end. */
  ends_at: OptionalMoment;
  max_uses: number | null;
  max_uses_per_email: number | null;
  least_seats: Generated<number>;
  /** Applied automatically: the page sends its code without input. */
  by_itself: Generated<boolean>;
  closed_at: OptionalMoment;
  created_at: Moment;
}

export interface CouponUseTable {
  order_id: string;
  coupon_id: string;
  /** `reserved` with the order, `redeemed` with its payment, `released` if it ended unpaid. */
  state: 'reserved' | 'redeemed' | 'released';
  reserved_at: Moment;
  updated_at: Moment;
}

export interface CouponTables {
  coupons: CouponTable;
  coupon_uses: CouponUseTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends CouponTables {}
}
