/**
 * Schemas of the handled events. All lengths except that of a receipt are limited, because a signature only
 * proves who the sender is.
 */
import { z } from 'zod';

const razorpayId = z.string().regex(/^[A-Za-z0-9_]{1,64}$/);
const word = z.string().regex(/^[a-z_]{1,40}$/);
/** Optional text; invalid values become null. */
const optionalWord = word.nullish().catch(null);
const seconds = z.int().positive().max(4_102_444_800);

const paymentEntity = z.object({
  id: razorpayId,
  order_id: razorpayId.nullish(),
  amount: z.int().min(0),
  currency: z.string().regex(/^[A-Z]{3}$/),
  status: word,
  captured: z.boolean().nullish().catch(null),
});

const refundEntity = z.object({
  id: razorpayId,
  payment_id: razorpayId,
  amount: z.int().min(1),
  status: z.enum(['pending', 'processed', 'failed']).catch('pending'),
  receipt: z.string().nullish().catch(null),
});
export type RefundEntity = z.infer<typeof refundEntity>;

const disputeEntity = z.object({
  id: razorpayId,
  payment_id: razorpayId.nullish().catch(null),
  amount: z.int().min(0).catch(0),
  amount_deducted: z.int().min(0).nullish().catch(null),
  status: optionalWord,
  phase: optionalWord,
  respond_by: seconds.nullish().catch(null),
});

const entity = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ entity: schema }).optional().catch(undefined);

const webhookEvent = z.object({
  event: z.string().regex(/^[a-z_.]{1,100}$/),
  payload: z
    .object({
      payment: entity(paymentEntity),
      refund: entity(refundEntity),
      dispute: entity(disputeEntity),
    })
    .optional()
    .catch(undefined),
});

export interface RazorpayEvent {
  name: string;
  payment: z.infer<typeof paymentEntity> | undefined;
  refund: RefundEntity | undefined;
  dispute: z.infer<typeof disputeEntity> | undefined;
}

/** @returns the event, or undefined for an invalid body, which a retry does not correct */
export function parseWebhook(rawBody: Uint8Array): RazorpayEvent | undefined {
  let body: unknown;
  try {
    body = JSON.parse(Buffer.from(rawBody).toString('utf8'));
  } catch {
    return undefined;
  }
  const parsed = webhookEvent.safeParse(body).data;
  if (!parsed) return undefined;
  const { payment, refund, dispute } = parsed.payload ?? {};
  return { name: parsed.event, payment: payment?.entity, refund: refund?.entity, dispute: dispute?.entity };
}
