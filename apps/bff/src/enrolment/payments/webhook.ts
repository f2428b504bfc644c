/**
 * The payment provider's webhook. Events are delivered at least once, in any order. The handler calls no
 * other server.
 */

import type { Transaction } from 'kysely';
import type { WebhookCall, WebhookEvent } from '../../partners/payments/provider.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { openFoundCase } from '../orders/cases/case-store.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { PaymentBelongsElsewhereError } from '../orders/store/order-rows.ts';
import { applyEvent } from '../orders/store/order-store.ts';
import type { LoggedPaymentServices } from './payment-services.ts';
import { webhookChange } from './webhook-change.ts';

export type WebhookOutcome = 'taken' | 'repeated' | 'ignored';

export interface Webhook {
  path: string;
  /** Name of the header with the payment provider's signature. */
  signatureHeader: string;
  /**
   * Records an event. Its id and its effect are one commit, so a repeated delivery changes nothing.
   *
   * @returns the result, for the log; every result is acknowledged
   * @throws Refusal `invalid` if the signature does not match
   */
  receive(call: WebhookCall): Promise<WebhookOutcome>;
}

export function createWebhook(services: LoggedPaymentServices): Webhook {
  const { name, signatureHeader } = services.provider;
  return {
    path: `/api/webhooks/${name}`,
    signatureHeader,
    receive: (call) => receiveWebhook(services, call),
  };
}

async function receiveWebhook(deps: LoggedPaymentServices, call: WebhookCall): Promise<WebhookOutcome> {
  const reading = deps.provider.readWebhook(call);
  if (reading.kind === 'forged') {
    // The content is not logged, because it is unauthenticated.
    deps.log.warn('a webhook whose signature does not match was refused');
    throw new Refusal('invalid', 'signature_invalid', 'The signature does not match.');
  }
  if (reading.kind === 'unreadable') {
    deps.log.warn('a signed webhook could not be read');
    return 'ignored';
  }
  const { event } = reading;
  try {
    return await takeEvent(deps, event);
  } catch (error) {
    if (!(error instanceof PaymentBelongsElsewhereError)) throw error;
    return setEventAside(deps, event, error);
  }
}

/** @returns false if the event was recorded before */
async function remember(
  transaction: Transaction<Database>,
  event: WebhookEvent,
  outcome: NonNullable<Schema['webhook_events']['outcome']>,
  orderId: string | undefined,
): Promise<boolean> {
  const fresh = await transaction
    .insertInto('webhook_events')
    .values({
      event_id: event.id,
      event: event.name,
      received_at: databaseNow,
      outcome,
      order_id: orderId,
    })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return fresh !== undefined;
}

function takeEvent(deps: LoggedPaymentServices, event: WebhookEvent): Promise<WebhookOutcome> {
  const { report } = event;
  return transact(deps.database, async (transaction) => {
    const order = report && (await lockOrder(transaction, 'provider_order_id', report.payment.orderId));
    const change = order && webhookChange(order, report);
    const outcome = change ? 'taken' : 'ignored';
    if (!(await remember(transaction, event, outcome, order?.id))) return 'repeated';
    if (!change) return 'ignored';
    await applyEvent(transaction, deps.jobs, order, change);
    // An authorized payment has to be captured, which is a call to the payment provider, so a job does it.
    if (report.kind === 'payment_tried' && report.authorized)
      await deps.jobs.enqueue('book-order', [order.id], { transaction });
    return 'taken';
  });
}

/** Opens a case for an event that would fail again on each delivery; the event is then acknowledged. */
function setEventAside(
  deps: LoggedPaymentServices,
  event: WebhookEvent,
  { paymentId }: PaymentBelongsElsewhereError,
): Promise<WebhookOutcome> {
  deps.log.error({ paymentId, event: event.name }, 'an event names a payment of another order');
  return transact(deps.database, async (transaction) => {
    const providerOrderId = event.report?.payment.orderId ?? '';
    const order = await lockOrder(transaction, 'provider_order_id', providerOrderId);
    if (!(await remember(transaction, event, 'set_aside', order?.id))) return 'repeated';
    await openFoundCase(transaction, {
      kind: 'payment_of_another_order',
      subject: paymentId,
      orderId: order?.id ?? null,
      reason: `${event.name} for ${providerOrderId} names ${paymentId}, which belongs to another order`,
    });
    return 'ignored';
  });
}
