import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../env.ts';
import type { WebhookEvent } from './events.ts';
import { sign } from './signature.ts';

export const webhookModes = ['send', 'drop', 'duplicate', 'reorder', 'tamper'] as const;
export type WebhookMode = (typeof webhookModes)[number];

/** Time within which Razorpay expects a response. */
const timeoutMs = 5_000;

export interface Delivery {
  event_id: string;
  event: string;
  mode: WebhookMode;
  state: 'pending' | 'delivered' | 'given_up' | 'dropped';
  /** HTTP status or error message of each attempt. */
  attempts: (number | string)[];
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;

/**
 * Signs and delivers events in the background. Retries after each of the configured delays until a response
 * is 2xx, and gives up if none is. Tampered events are not retried.
 */
export function createWebhookSender(
  settings: Pick<Settings, 'webhookUrl' | 'razorpayWebhookSecret' | 'webhookRetryDelaysMs'>,
) {
  let deliveries: Delivery[] = [];
  let cancel = new AbortController();
  const pending = new Set<Promise<unknown>>();

  function inBackground(work: Promise<unknown>): void {
    pending.add(work);
    work.finally(() => pending.delete(work));
  }

  async function attempt(event: WebhookEvent, delivery: Delivery, signal: AbortSignal): Promise<void> {
    const signature = sign(event.body, settings.razorpayWebhookSecret);
    // Simulates tampering by a change of the amount after signing.
    const body = delivery.mode === 'tamper' ? event.body.replace(/"amount":\d+/, '"amount":100') : event.body;
    try {
      const url = typeof settings.webhookUrl === 'function' ? settings.webhookUrl() : settings.webhookUrl;
      const response = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-signature': signature,
          'x-razorpay-event-id': event.id,
          // A keep-alive connection would delay the receiver's shutdown.
          connection: 'close',
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.body?.cancel();
      delivery.attempts.push(response.status);
      if (response.ok) delivery.state = 'delivered';
    } catch (error) {
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      delivery.attempts.push(reason instanceof Error ? reason.message : String(reason));
    }
  }

  async function tryAgain(event: WebhookEvent, delivery: Delivery, signal: AbortSignal): Promise<void> {
    for (const delayMs of settings.webhookRetryDelaysMs) {
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await attempt(event, delivery, signal);
      if (delivery.state !== 'pending') return;
    }
    delivery.state = 'given_up';
  }

  /** Delivers an event. Resolves after the first attempt, so that the events of a call arrive in order. */
  async function deliver(event: WebhookEvent, mode: WebhookMode, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const delivery: Delivery = {
      event_id: event.id,
      event: event.name,
      mode,
      state: 'pending',
      attempts: [],
    };
    deliveries.push(delivery);
    await attempt(event, delivery, signal);
    if (delivery.state !== 'pending') return;
    if (mode === 'tamper') delivery.state = 'given_up';
    else inBackground(tryAgain(event, delivery, signal));
  }

  async function deliverAll(events: WebhookEvent[], mode: WebhookMode, signal: AbortSignal): Promise<void> {
    const ordered = mode === 'reorder' ? events.toReversed() : events;
    for (const event of ordered) {
      // Copies are sent concurrently, as Razorpay may do.
      const copies = mode === 'duplicate' ? 2 : 1;
      await Promise.all(Array.from({ length: copies }, () => deliver(event, mode, signal)));
    }
  }

  return {
    deliveries: (): readonly Delivery[] => deliveries,
    /** Delivers the events of a call in the background. */
    send(events: WebhookEvent[], mode: WebhookMode): void {
      if (mode !== 'drop') {
        inBackground(deliverAll(events, mode, cancel.signal));
        return;
      }
      for (const { id, name } of events) {
        deliveries.push({ event_id: id, event: name, mode, state: 'dropped', attempts: [] });
      }
    },
    /** Resolves when no delivery is active or waiting for a retry. */
    async idle(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
    /** Cancels and deletes all deliveries. */
    reset(): void {
      cancel.abort();
      cancel = new AbortController();
      deliveries = [];
    },
  };
}
