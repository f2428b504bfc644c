/** Razorpay's webhook: at least once, in any order, snapshots of the past. Nothing here waits for another server. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { HttpProblem } from '../http/errors.ts';
import type { CheckoutDependencies } from './dependencies.ts';
import { lockOrder } from './order-queries.ts';
import type { OrderEvent } from './order-state.ts';
import { applyEvent, type SeenPayment } from './order-store.ts';
import { webhookSignatureMatches } from './signature.ts';

const paymentEntity = z.object({
  id: z.string().max(64),
  order_id: z.string().max(64).nullish(),
  amount: z.int(),
  currency: z.string().max(3),
  status: z.string().max(20),
  amount_refunded: z.int().nullish(),
});

const webhookEvent = z.object({
  event: z.string().max(100),
  payload: z.object({ payment: z.object({ entity: paymentEntity }).optional() }).optional(),
});

type WebhookPayment = z.infer<typeof paymentEntity>;

/** @returns what an event means for the order of its payment; null where it means nothing */
function meaningOf(name: string, payment: WebhookPayment): OrderEvent | null {
  const paymentId = payment.id;
  switch (name) {
    case 'payment.authorized':
    case 'payment.failed':
      return { kind: 'payment_tried', paymentId };
    case 'payment.captured':
    case 'order.paid':
      return {
        kind: 'payment_captured',
        paymentId,
        amountPaise: payment.amount,
        currency: payment.currency,
      };
    case 'refund.processed': {
      const whole = payment.status === 'refunded' || (payment.amount_refunded ?? 0) >= payment.amount;
      return whole ? { kind: 'payment_refunded', paymentId } : null;
    }
    case 'refund.failed':
      return { kind: 'refund_failed', paymentId };
    default:
      return null;
  }
}

function parse(rawBody: Uint8Array) {
  try {
    return webhookEvent.safeParse(JSON.parse(Buffer.from(rawBody).toString('utf8'))).data;
  } catch {
    // A signed body that is no JSON: there is nothing to take in, and sending it again would change nothing.
    return undefined;
  }
}

export interface WebhookCall {
  rawBody: Uint8Array;
  signature: string | undefined;
  eventId: string | undefined;
}

/**
 * Takes an event in: its id and its effect are one commit, so that a repeated delivery does nothing.
 *
 * @returns what became of it, for the log; each of them is acknowledged
 * @throws HttpProblem 400 for a signature that does not match
 */
export async function receiveWebhook(
  deps: CheckoutDependencies,
  call: WebhookCall,
): Promise<'taken' | 'repeated' | 'ignored'> {
  if (!webhookSignatureMatches(call.rawBody, call.signature ?? '', deps.settings.webhookSecrets)) {
    // Nothing of the call: it is anybody's.
    deps.log.warn('a webhook whose signature does not match was refused');
    throw new HttpProblem(400, 'The signature does not match.');
  }
  const event = parse(call.rawBody);
  if (!event) {
    deps.log.warn('a signed webhook could not be read');
    return 'ignored';
  }
  const eventId = call.eventId ?? createHash('sha256').update(call.rawBody).digest('hex');
  const payment = event.payload?.payment?.entity;
  const meaning = payment ? meaningOf(event.event, payment) : null;
  return deps.database.transaction().execute(async (transaction) => {
    const fresh = await transaction
      .insertInto('webhook_events')
      .values({ event_id: eventId, event: event.event, received_at: deps.now() })
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .returning('event_id')
      .executeTakeFirst();
    if (!fresh) return 'repeated';
    if (!payment?.order_id || !meaning) return 'ignored';
    const order = await lockOrder(transaction, 'razorpay_order_id', payment.order_id);
    if (!order) return 'ignored';
    await applyEvent(transaction, deps.jobs, order, {
      event: meaning,
      source: 'webhook',
      payment: seenPayment(payment),
    });
    // An authorized payment has to be captured, which is a call to Razorpay: work for a job.
    if (event.event === 'payment.authorized')
      await deps.jobs.enqueue('book-order', [order.id], { transaction });
    return 'taken';
  });
}

function seenPayment(payment: WebhookPayment): SeenPayment {
  return {
    paymentId: payment.id,
    status: payment.status,
    amountPaise: payment.amount,
    currency: payment.currency,
  };
}
