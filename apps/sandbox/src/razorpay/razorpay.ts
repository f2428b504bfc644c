import type { FastifyInstance } from 'fastify';
import type { Settings } from '../env.ts';
import { applyFaults, type Faults } from '../faults.ts';
import { requireKey } from './authorisation.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { createDispute } from './disputes.ts';
import { answerError, RazorpayError } from './errors.ts';
import { razorpayFaultProfile } from './fault-profile.ts';
import { orderRoutes } from './order-routes.ts';
import { createPay } from './pay.ts';
import { paymentRoutes } from './payment-routes.ts';
import { createFinishRefund } from './refunds.ts';
import { settlementRoutes } from './settlement-routes.ts';
import { settle } from './settlements.ts';
import { createRazorpayStore } from './store.ts';
import { createWebhookSender } from './webhook-sender.ts';

export type Razorpay = ReturnType<typeof createRazorpay>;

/** Stand-in for Razorpay: state, server API and browser checkout. */
export function createRazorpay(settings: Settings, faults: Faults) {
  const store = createRazorpayStore();
  const webhooks = createWebhookSender(settings);
  const pay = createPay(store, webhooks, settings.razorpayKeySecret);

  return {
    store,
    webhooks,
    pay,
    finishRefund: createFinishRefund(store, webhooks),
    dispute: createDispute(store, webhooks),
    settle: (asked: Parameters<typeof settle>[1]) => settle(store, asked),
    reset(): void {
      store.clear();
      webhooks.reset();
    },
    apiRoutes: async (scope: FastifyInstance): Promise<void> => {
      scope.setErrorHandler(answerError);
      scope.setNotFoundHandler(async () => {
        throw new RazorpayError('The requested URL was not found on the server.', { statusCode: 404 });
      });
      scope.addHook('onRequest', requireKey(settings));
      applyFaults(scope, faults, 'razorpay', razorpayFaultProfile);
      orderRoutes(scope, store);
      paymentRoutes(scope, store, webhooks);
      settlementRoutes(scope, store);
    },
    checkoutRoutes: async (scope: FastifyInstance): Promise<void> => {
      scope.setErrorHandler(answerError);
      checkoutRoutes(scope, { store, pay, keyId: settings.razorpayKeyId });
    },
  };
}
