import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refund } from './entities.ts';
import { RazorpayError } from './errors.ts';
import { assertCapturable, capturePayment } from './payments.ts';
import { refundPayment } from './refunds.ts';
import { captureRequest, idempotencyKey, pageQuery, refundRequest } from './schemas.ts';
import { collection, type RazorpayStore } from './store.ts';
import type { WebhookSender } from './webhook-sender.ts';

type WithId = { Params: { id: string } };

/**
 * Creates a hook that refuses a request while another request with the same idempotency key is in progress.
 */
function oneAtATime({ refundsRunning }: RazorpayStore) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = request.headers['x-refund-idempotency'];
    if (typeof key !== 'string') return;
    if (refundsRunning.has(key))
      throw new RazorpayError('A request with this idempotency key is still being processed', {
        statusCode: 409,
      });
    refundsRunning.add(key);
    // The request ends when a response is sent, also by a fault. It does not end when the client disconnects.
    reply.raw.once('close', () => {
      if (reply.sent) refundsRunning.delete(key);
    });
  };
}

export function paymentRoutes(scope: FastifyInstance, store: RazorpayStore, webhooks: WebhookSender): void {
  scope.get('/payments', async (request) => {
    const payments = [...store.payments.values()].map(({ payment }) => payment);
    return collection(payments, pageQuery.parse(request.query));
  });

  scope.get<WithId>('/payments/:id', async ({ params }) => store.payment(params.id).payment);

  scope.post<WithId>('/payments/:id/capture', async (request) => {
    const { payment, webhook } = store.payment(request.params.id);
    const { order } = store.order(payment.order_id);
    assertCapturable(payment, order, captureRequest.parse(request.body ?? {}));
    webhooks.send(capturePayment(payment, order), webhook);
    return payment;
  });

  scope.post<WithId>('/payments/:id/refund', { onRequest: oneAtATime(store) }, async (request) => {
    const key = idempotencyKey.parse(request.headers['x-refund-idempotency']);
    try {
      return makeRefund(request, key);
    } finally {
      if (key) store.refundsRunning.delete(key);
    }
  });

  function makeRefund(request: FastifyRequest<WithId>, key: string | undefined): Refund {
    const { payment, webhook } = store.payment(request.params.id);
    const requested = refundRequest.parse(request.body ?? {});
    const body = JSON.stringify([payment.id, requested]);
    const earlier = key ? store.refundKeys.get(key) : undefined;
    if (earlier && earlier.body !== body) {
      throw new RazorpayError('Different request body sent for the same idempotency key');
    }
    if (earlier) return store.refund(earlier.refundId);

    const { refund, events } = refundPayment(store, payment, requested);
    if (key) store.refundKeys.set(key, { body, refundId: refund.id });
    webhooks.send(events, webhook);
    return refund;
  }

  scope.get<WithId>('/payments/:id/refunds', async (request) => {
    const { payment } = store.payment(request.params.id);
    return collection(store.refundsOf(payment.id), pageQuery.parse(request.query));
  });

  scope.get<{ Params: { id: string; refundId: string } }>(
    '/payments/:id/refunds/:refundId',
    async ({ params }) => {
      const refund = store.refund(params.refundId);
      if (refund.payment_id !== params.id) throw new RazorpayError('The id provided does not exist');
      return refund;
    },
  );

  scope.get('/refunds', async (request) => {
    return collection([...store.refunds.values()], pageQuery.parse(request.query));
  });

  scope.get('/disputes', async (request) => {
    return collection([...store.disputes.values()], pageQuery.parse(request.query));
  });

  scope.get<WithId>('/refunds/:id', async ({ params }) => store.refund(params.id));
}
