/** Razorpay's stand-in within the process. Its webhooks wait in a list until the model delivers them. */
import { readEnvironment } from '@meridian/sandbox/env';
import { createFaults } from '@meridian/sandbox/faults';
import { RazorpayError } from '@meridian/sandbox/razorpay/errors';
import { createRazorpay } from '@meridian/sandbox/razorpay/razorpay';
import { sign } from '@meridian/sandbox/razorpay/signature';
import fastify from 'fastify';
import type { PaymentProvider, WebhookCall } from '../../src/partners/payments/provider.ts';
import { RemoteError } from '../../src/platform/remote/remote-error.ts';

/**
 * `silent`: the call is not executed and not answered. `lost`: the call is executed, and its answer is lost;
 * a call that only reads is answered.
 */
export type ProviderFault = 'silent' | 'lost';

/** Calls that may fail, because they move money or report it. All other calls succeed. */
const failing = ['createOrder', 'fetchPayment', 'paymentsOfOrder', 'capture', 'refund'] as const;
const moving: readonly string[] = ['createOrder', 'capture', 'refund'];

export async function startProviderDouble() {
  const { settings } = readEnvironment({});
  const razorpay = createRazorpay(settings, createFaults());
  const waiting: WebhookCall[] = [];
  const delivered: WebhookCall[] = [];
  let faults: ProviderFault[] = [];
  razorpay.webhooks.send = (events, mode) => {
    if (mode === 'drop') return;
    for (const { id, body } of events)
      waiting.push({
        rawBody: Buffer.from(body),
        headers: {
          'x-razorpay-signature': sign(body, settings.razorpayWebhookSecret),
          'x-razorpay-event-id': id,
        },
      });
  };
  const app = fastify({ forceCloseConnections: true });
  app.register(razorpay.apiRoutes, { prefix: '/v1' });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  /** @returns a provider whose next calls fail as the model has set */
  function withFaults(provider: PaymentProvider): PaymentProvider {
    const faulty = { ...provider };
    for (const name of failing) {
      const call = provider[name] as (...given: unknown[]) => Promise<unknown>;
      Object.assign(faulty, {
        async [name](...given: unknown[]) {
          const fault = faults.shift();
          const silent = new RemoteError('payments', 'timeout', `${name}: no answer`);
          if (fault === 'silent') throw silent;
          const answer = await call(...given);
          if (fault === 'lost' && moving.includes(name)) throw silent;
          return answer;
        },
      });
    }
    return faulty;
  }

  return {
    url,
    settings,
    razorpay,
    withFaults,
    /** Webhooks that were sent and have not arrived, oldest first. */
    waiting,
    delivered,
    /** Applies the fault to the next `times` calls of `failing`. */
    fail(fault: ProviderFault, times: number): void {
      for (let done = 0; done < times; done += 1) faults.push(fault);
    },
    setBalance(paise: number | null): void {
      razorpay.store.balancePaise = paise;
    },
    /** Settles the unsettled entries, without those in `except`. @returns false if there were none */
    settle(except: string[] = []): boolean {
      try {
        razorpay.settle({ except });
        return true;
      } catch (error) {
        if (error instanceof RazorpayError) return false;
        throw error;
      }
    },
    heal(): void {
      faults = [];
      razorpay.store.balancePaise = null;
    },
    reset(): void {
      razorpay.reset();
      faults = [];
      waiting.length = 0;
      delivered.length = 0;
    },
    close: () => app.close(),
  };
}
export type ProviderDouble = Awaited<ReturnType<typeof startProviderDouble>>;
