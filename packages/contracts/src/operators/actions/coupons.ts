import { z } from 'zod';
import { maxSeats } from '../../enrolment/pricing.ts';
import { batchId, courseId } from '../../ids.ts';
import { readDay } from '../../india-time.ts';
import { action } from './action.ts';
import { rupees as amount } from './fields.ts';

const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{2,39}$/, { error: 'Enter 3 to 40 letters, digits or hyphens' })
  .toUpperCase();
const count = z
  .int({ error: 'Enter a whole number from 1' })
  .min(1, { error: 'Enter a whole number from 1' })
  .max(1_000_000);
const day = z
  .string()
  .refine((text) => readDay(text) !== null, { error: 'Enter a day such as 2026-12-31' })
  .meta({ title: 'DAY' });

/** A coupon as the console and the command show it. */
export const couponRow = z.object({
  code: z.string(),
  label: z.string(),
  percent: z.number().nullable(),
  amount_paise: z.number().nullable(),
  courses: z.array(courseId),
  categories: z.array(z.string()),
  batches: z.array(batchId),
  /** ISO 8601. */
  starts_at: z.string(),
  ends_at: z.string().nullable(),
  closed_at: z.string().nullable(),
  state: z.enum(['live', 'later', 'over', 'ended']),
  live: z.boolean(),
  /** Maximum number of orders with the coupon; null for no limit. */
  uses: z.number().nullable(),
  uses_per_email: z.number().nullable(),
  min_seats: z.number(),
  automatic: z.boolean(),
  /** Number of unpaid orders with the coupon. */
  reserved: z.number(),
  redeemed: z.number(),
  /** Sum of the discounts of paid orders. */
  discount_paise: z.number(),
});
export type CouponRow = z.output<typeof couponRow>;

/** A coupon with a higher discount needs a recent second-factor code. */
const maxWithoutCode = { percent: 30, rupees: 5_000 };

const percent = z
  .int({ error: 'Enter a number from 1 to 99' })
  .min(1, { error: 'Enter a number from 1 to 99' })
  .max(99, { error: 'Enter a number from 1 to 99, so that an amount is left to pay' })
  .optional();
/** Discount on the whole order, before GST. */
const rupees = amount.optional();

export const couponsAdd = action({
  name: 'coupons.add',
  title: 'Added a coupon',
  role: 'finance',
  stepUp: ({ percent = 0, rupees = 0 }) => percent > maxWithoutCode.percent || rupees > maxWithoutCode.rupees,
  positional: ['code'],
  input: z
    .strictObject({
      code,
      percent,
      rupees,
      /** Name shown to buyers; if it is empty, the code is shown. */
      label: z.string().trim().max(100).optional(),
      /** Days in India; the last day is included. */
      from: day.optional(),
      to: day.optional(),
      courses: z.array(courseId).max(100).default([]),
      categories: z.array(z.string().trim().min(1).max(100)).max(100).default([]),
      batches: z.array(batchId).max(100).default([]),
      uses: count.optional(),
      uses_per_email: count.optional(),
      min_seats: count.max(maxSeats, { error: `An order has at most ${maxSeats} seats` }).default(1),
      automatic: z.boolean().default(false),
    })
    .refine(({ percent, rupees }) => (percent === undefined) !== (rupees === undefined), {
      error: 'Enter either a percentage or an amount in rupees',
      path: ['percent'],
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      error: 'The last day is before the first',
      path: ['to'],
    }),
  result: { coupons: z.array(couponRow) },
  changes: ['Coupons'],
});

export const couponsEnd = action({
  name: 'coupons.end',
  title: 'Ended a coupon',
  role: 'finance',
  stepUp: false,
  positional: ['code'],
  input: z.strictObject({ code }),
  result: { coupons: z.array(couponRow) },
  changes: ['Coupons'],
});

export const couponsChange = action({
  name: 'coupons.change',
  title: 'Changed a coupon',
  role: 'finance',
  // Always required, because the action can extend an open coupon with any discount.
  stepUp: true,
  positional: ['code'],
  /** Absent fields are not changed. */
  input: z
    .strictObject({
      code,
      /** Can be changed only while no order has the coupon. */
      percent,
      rupees,
      /** Last day in India; null for no end. */
      to: day.nullable().optional(),
      /** Null for no limit. */
      uses: count.nullable().optional(),
      courses: z.array(courseId).max(100).optional(),
      categories: z.array(z.string().trim().min(1).max(100)).max(100).optional(),
      batches: z.array(batchId).max(100).optional(),
    })
    .refine((input) => input.percent === undefined || input.rupees === undefined, {
      error: 'Enter either a percentage or an amount in rupees',
      path: ['percent'],
    })
    .refine(({ code: _code, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
      error: 'Change at least one field',
      path: ['to'],
    }),
  result: { coupons: z.array(couponRow) },
  changes: ['Coupons'],
});
