/** Schemas of the account's transactions, mapped to our entities. Razorpay's `fee` includes its tax. */
import { z } from 'zod';
import type { AccountPayment, AccountRefund, SettledEntry } from '../account.ts';

const id = z.string().max(64);
const timestamp = z.int().transform((seconds) => new Date(seconds * 1_000));
const paise = z.int().min(0);

export const accountPaymentShape = z
  .object({
    id,
    order_id: z.string().nullable().default(null),
    amount: paise,
    currency: z.string(),
    captured: z.boolean().nullish(),
    fee: paise.nullish(),
    tax: paise.nullish(),
    created_at: timestamp,
  })
  .transform(
    (payment): AccountPayment => ({
      id: payment.id,
      orderId: payment.order_id,
      amountPaise: payment.amount,
      currency: payment.currency,
      captured: payment.captured ?? false,
      feePaise: payment.fee ?? null,
      taxPaise: payment.tax ?? null,
      createdAt: payment.created_at,
    }),
  );

export const accountRefundShape = z
  .object({
    id,
    payment_id: id,
    amount: paise,
    status: z.enum(['pending', 'processed', 'failed']).catch('pending'),
    receipt: z.string().nullish(),
    created_at: timestamp,
  })
  .transform(
    (refund): AccountRefund => ({
      id: refund.id,
      paymentId: refund.payment_id,
      amountPaise: refund.amount,
      state: refund.status,
      requestId: refund.receipt ?? null,
      createdAt: refund.created_at,
    }),
  );

const kinds = new Map<string, SettledEntry['kind']>([
  ['payment', 'payment'],
  ['refund', 'refund'],
]);

export const settledEntryShape = z
  .object({
    entity_id: id,
    type: z.string().max(40),
    amount: z.int(),
    credit: paise,
    debit: paise,
    fee: z.int().nullish(),
    tax: z.int().nullish(),
    payment_id: z.string().max(64).nullish(),
    dispute_id: z.string().max(64).nullish(),
    settlement_id: id,
    settlement_utr: z.string().max(64).nullish(),
    settled_at: timestamp,
  })
  .transform(
    (entry): SettledEntry => ({
      id: entry.entity_id,
      kind: kinds.get(entry.type) ?? 'other',
      type: entry.type,
      paymentId: entry.payment_id ?? null,
      disputeId: entry.dispute_id ?? null,
      amountPaise: entry.amount,
      creditPaise: entry.credit,
      debitPaise: entry.debit,
      feePaise: entry.fee ?? 0,
      taxPaise: entry.tax ?? 0,
      settlementId: entry.settlement_id,
      utr: entry.settlement_utr ?? null,
      settledAt: entry.settled_at,
    }),
  );
