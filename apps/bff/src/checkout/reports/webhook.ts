/** Razorpay's webhook: at least once, in any order, snapshots of the past. Nothing here waits for another server. */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import { HttpProblem } from '../../http/errors.ts';
import { webhookSignatureMatches } from '../../payments/razorpay/signatures.ts';
import { parseWebhook, type WebhookEvent } from '../../payments/razorpay/webhook-shapes.ts';
import { openFoundCase } from '../cases/case-store.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { lockOrder } from '../order/order-queries.ts';
import { PaymentBelongsElsewhereError } from '../order/order-rows.ts';
import { applyEvent } from '../order/order-store.ts';
import { meaningOf } from './webhook-change.ts';

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
  const event = parseWebhook(call.rawBody);
  if (!event) {
    deps.log.warn('a signed webhook could not be read');
    return 'ignored';
  }
  const eventId = readableId(call.eventId) ?? createHash('sha256').update(call.rawBody).digest('hex');
  try {
    return await takeIn(deps, eventId, event);
  } catch (error) {
    if (!(error instanceof PaymentBelongsElsewhereError)) throw error;
    return setEventAside(deps, eventId, event, error);
  }
}

function readableId(eventId: string | undefined): string | undefined {
  return eventId !== undefined && /^[\w.-]{1,100}$/.test(eventId) ? eventId : undefined;
}

/** @returns false where the event was taken in before */
async function remember(
  transaction: Transaction<Database>,
  deps: CheckoutDependencies,
  eventId: string,
  event: WebhookEvent,
): Promise<boolean> {
  const fresh = await transaction
    .insertInto('webhook_events')
    .values({ event_id: eventId, event: event.name, received_at: deps.now() })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return fresh !== undefined;
}

async function takeIn(
  deps: CheckoutDependencies,
  eventId: string,
  event: WebhookEvent,
): Promise<'taken' | 'repeated' | 'ignored'> {
  return deps.database.transaction().execute(async (transaction) => {
    if (!(await remember(transaction, deps, eventId, event))) return 'repeated';
    if (!event.payment?.order_id) return 'ignored';
    const order = await lockOrder(transaction, 'razorpay_order_id', event.payment.order_id);
    const change = order && meaningOf(order, event);
    if (!change) return 'ignored';
    await applyEvent(transaction, deps.jobs, order, change);
    // An authorized payment has to be captured, which is a call to Razorpay: work for a job.
    if (event.name === 'payment.authorized')
      await deps.jobs.enqueue('book-order', [order.id], { transaction });
    return 'taken';
  });
}

/** Sent again it would fail again: the operator sees it, and Razorpay is told that it arrived. */
async function setEventAside(
  deps: CheckoutDependencies,
  eventId: string,
  event: WebhookEvent,
  error: PaymentBelongsElsewhereError,
): Promise<'repeated' | 'ignored'> {
  deps.log.error(
    { paymentId: error.paymentId, event: event.name },
    'an event names a payment of another order',
  );
  return deps.database.transaction().execute(async (transaction) => {
    if (!(await remember(transaction, deps, eventId, event))) return 'repeated';
    const orderId = event.payment?.order_id ?? '';
    const order = await lockOrder(transaction, 'razorpay_order_id', orderId);
    const reason = `${event.name} for ${orderId} names ${error.paymentId}, which belongs to another order`;
    await openFoundCase(
      transaction,
      {
        ...{ kind: 'payment_of_another_order', subject: error.paymentId },
        ...{ orderId: order?.id ?? null, reason },
      },
      deps.now(),
    );
    return 'ignored';
  });
}
