import { z } from 'zod';
import { faultKinds, isKindOf, services } from '../faults.ts';
import { disputeStatuses } from '../razorpay/entities.ts';
import { outcomes } from '../razorpay/pay.ts';
import { webhookModes } from '../razorpay/webhook-sender.ts';

const slowDelayMs = 15_000;

/** A fault to inject. By default it stays until the faults are cleared; `times` limits its uses. */
export const faultRequest = z
  .strictObject({
    service: z.enum(services),
    kind: z.enum(faultKinds),
    times: z.int().min(1).optional(),
    probability: z.number().gt(0).max(1).default(1),
    delay_ms: z.int().min(0).max(600_000).default(slowDelayMs),
  })
  .refine(({ service, kind }) => isKindOf(service, kind), {
    path: ['kind'],
    error: 'The service does not have this kind of fault',
  })
  .transform(({ delay_ms, times, ...fault }) => ({ ...fault, times: times ?? null, delayMs: delay_ms }));

/** A payment to simulate. The default email and contact are those that Razorpay uses for anonymous payers. */
export const payRequest = z
  .strictObject({
    order_id: z.string().min(1),
    outcome: z.enum(outcomes).default('captured'),
    webhook: z.enum(webhookModes).default('send'),
    email: z.string().default('void@razorpay.com'),
    contact: z.string().default('+919999999999'),
  })
  .transform(({ order_id, outcome, webhook, email, contact }) => ({
    orderId: order_id,
    outcome,
    webhook,
    payer: { email, contact },
  }));

const paise = z.int().min(1);

/**
 * Outcome of a refund. A refund id sets the outcome of a pending refund. A payment id makes a new refund, as
 * in the dashboard.
 */
export const refundOutcomeRequest = z
  .strictObject({
    refund_id: z.string().min(1).optional(),
    payment_id: z.string().min(1).optional(),
    amount: paise.optional(),
    outcome: z.enum(['pending', 'processed', 'failed', 'speed_changed']).default('processed'),
  })
  .refine((requested) => (requested.refund_id === undefined) !== (requested.payment_id === undefined), {
    path: ['refund_id'],
    error: 'Give either refund_id or payment_id',
  });

/** Opens a dispute (with a payment id) or updates its status (with a dispute id). */
export const disputeRequest = z
  .strictObject({
    dispute_id: z.string().min(1).optional(),
    payment_id: z.string().min(1).optional(),
    amount: paise.optional(),
    status: z.enum(disputeStatuses).default('created'),
  })
  .refine((requested) => (requested.dispute_id === undefined) !== (requested.payment_id === undefined), {
    path: ['dispute_id'],
    error: 'Give either dispute_id or payment_id',
  });

export const balanceRequest = z.strictObject({ paise: z.int().min(0).nullable() });

/**
 * Settles the captured payments, processed refunds and disputes that are not settled yet. Those whose ids are
 * in `except` stay open.
 */
export const settleRequest = z.strictObject({
  settled_at: z.int().min(0).optional(),
  except: z.array(z.string()).default([]),
});
