import type { DiscountTerms } from '@meridian/contracts/enrolment/discount';
import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

export interface Coupon {
  id: string;
  /** In upper case. */
  code: string;
  /** Shown to payers. */
  label: string;
  terms: DiscountTerms;
  /** The coupon applies to everything named in one of the three lists. If all are empty, it applies to everything. */
  courses: readonly number[];
  /** Slugs. */
  categories: readonly string[];
  batches: readonly number[];
  startsAt: Date;
  /** End of validity, exclusive. */
  endsAt: Date | null;
  closedAt: Date | null;
  maxUses: number | null;
  maxUsesPerEmail: number | null;
  minSeats: number;
  /** Applied automatically: the page sends its code without input by the visitor. */
  isAutomatic: boolean;
}

/** Normalises a code. */
export function codeOf(typed: string): string {
  return typed.trim().toUpperCase();
}

function termsOf({
  percent,
  amount_paise: amount,
}: Pick<Selectable<Schema['coupons']>, 'percent' | 'amount_paise'>) {
  return percent === null
    ? { kind: 'amount' as const, amountPaise: Number(amount) }
    : { kind: 'percent' as const, percent };
}

export function couponOf(row: Selectable<Schema['coupons']>): Coupon {
  return {
    id: row.id,
    code: row.code,
    label: row.label,
    terms: termsOf(row),
    courses: row.courses.map(Number),
    categories: row.categories,
    batches: row.batches.map(Number),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    closedAt: row.closed_at,
    maxUses: row.max_uses,
    maxUsesPerEmail: row.max_uses_per_email,
    minSeats: row.min_seats,
    isAutomatic: row.automatic,
  };
}

/** @returns the coupon for answers of the API; `ends_at` in ISO 8601 */
export function namedCoupon({ code, label, endsAt }: Coupon) {
  return { code, label, ends_at: endsAt?.toISOString() ?? null };
}
