/** Schemas of Razorpay's responses, mapped to our entities. */
import { z } from 'zod';
import type {
  OrderOrigin,
  Page,
  ProviderDispute,
  ProviderOrder,
  ProviderPayment,
  ProviderRefund,
} from '../provider.ts';
import { disputeOf } from './dispute.ts';

export const orderShape = z
  .object({ id: z.string(), amount: z.int(), currency: z.string() })
  .transform(({ id, amount }): ProviderOrder => ({ id, amountPaise: amount }));

/** Identifying fields of an order. */
export const orderOriginShape = z
  .object({ receipt: z.string().nullish(), notes: z.record(z.string(), z.unknown()).catch({}) })
  .transform(({ receipt, notes }): OrderOrigin => ({ receipt: receipt ?? null, notes }));

export const paymentStatus = z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']);

export const paymentShape = z
  .object({
    id: z.string().max(64),
    /** Null for a payment without an order. */
    order_id: z.string().nullable().default(null),
    amount: z.int(),
    currency: z.string(),
    status: paymentStatus,
    captured: z.boolean().nullish(),
    amount_refunded: z.int().nullish(),
  })
  .transform(
    ({ id, order_id, amount, currency, status, captured, amount_refunded }): ProviderPayment => ({
      id,
      orderId: order_id,
      amountPaise: amount,
      currency,
      status,
      captured: captured ?? null,
      refundedPaise: amount_refunded ?? 0,
    }),
  );

export const refundShape = z
  .object({
    id: z.string().max(64),
    payment_id: z.string().max(64),
    amount: z.int().min(1),
    // An unknown status counts as pending, so it is polled again.
    status: z.enum(['pending', 'processed', 'failed']).catch('pending'),
    receipt: z.string().nullish(),
  })
  .transform(
    ({ id, payment_id, amount, status, receipt }): ProviderRefund => ({
      id,
      paymentId: payment_id,
      amountPaise: amount,
      state: status,
      requestId: receipt ?? null,
    }),
  );

export const disputeShape = z
  .object({
    id: z.string().max(64),
    payment_id: z.string().max(64),
    amount: z.int().min(0),
    amount_deducted: z.int().min(0).nullish().catch(null),
    status: z.string().max(40),
    phase: z.string().max(40).nullish().catch(null),
    respond_by: z.int().positive().nullish().catch(null),
  })
  .transform((dispute): ProviderDispute => disputeOf(dispute, dispute.payment_id, dispute.status));

const named = z.object({
  id: z.string().max(64).catch(''),
  order_id: z.string().max(64).nullable().catch(null).default(null),
});

/** Schema of a list whose items are parsed separately. */
export function pageOf<Schema extends z.ZodType>(item: Schema) {
  return z.object({ items: z.array(z.unknown()) }).transform(({ items }): Page<z.output<Schema>> => {
    const page: Page<z.output<Schema>> = { items: [], unreadable: [], count: items.length };
    for (const one of items) {
      const read = item.safeParse(one);
      if (read.success) {
        page.items.push(read.data);
        continue;
      }
      const name = named.catch({ id: '', order_id: null }).parse(one);
      const faults = read.error.issues.map(({ path, code }) => `${path.join('.') || 'item'}: ${code}`);
      page.unreadable.push({ id: name.id, orderId: name.order_id, reason: faults.slice(0, 5).join(', ') });
    }
    return page;
  });
}
