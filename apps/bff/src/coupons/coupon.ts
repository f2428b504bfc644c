import type { DiscountTerms } from '@meridian/contracts/checkout/discount';
import type { Selectable } from 'kysely';
import type { CouponTable } from './tables.ts';

export interface Coupon {
  id: string;
  /** In capitals. */
  code: string;
  /** For those who may use it. */
  label: string;
  terms: DiscountTerms;
  /** With all three lists empty the coupon is for everything; otherwise for whatever one of them names. */
  courses: readonly number[];
  /** As in addresses. */
  categories: readonly string[];
  batches: readonly number[];
  startsAt: Date;
  /** The first moment at which it is not valid any more. */
  endsAt: Date | null;
  closedAt: Date | null;
  maxUses: number | null;
  maxUsesPerEmail: number | null;
  leastSeats: number;
  /** The page sends its code by itself. */
  byItself: boolean;
}

/** A code as it is kept, whatever a visitor typed. */
export function codeOf(typed: string): string {
  return typed.trim().toUpperCase();
}

function termsOf({
  percent,
  amount_paise: amount,
}: Pick<Selectable<CouponTable>, 'percent' | 'amount_paise'>) {
  return percent === null
    ? { kind: 'amount' as const, amountPaise: Number(amount) }
    : { kind: 'percent' as const, percent };
}

export function couponOf(row: Selectable<CouponTable>): Coupon {
  return {
    id: row.id,
    code: row.code,
    label: row.label,
    terms: termsOf(row),
    courses: row.courses,
    categories: row.categories,
    batches: row.batches,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    closedAt: row.closed_at,
    maxUses: row.max_uses,
    maxUsesPerEmail: row.max_uses_per_email,
    leastSeats: row.least_seats,
    byItself: row.by_itself,
  };
}

/** The coupon as answers name it; `ends_at` in ISO 8601. */
export function namedCoupon({ code, label, endsAt }: Coupon) {
  return { code, label, ends_at: endsAt?.toISOString() ?? null };
}
