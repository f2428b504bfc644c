import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { RazorpayError } from '../errors.ts';
import type { Pay } from '../pay.ts';
import { checkoutRequest } from '../schemas.ts';
import type { OrderRecord, RazorpayStore } from '../store.ts';
import { hostedRoutes } from './hosted-routes.ts';

const widget = readFileSync(new URL('./widget.js', import.meta.url), 'utf8');
const styles = readFileSync(new URL('./widget.css', import.meta.url), 'utf8');
const script = `(() => {\n'use strict';\nconst checkoutStyles = ${JSON.stringify(styles)};\n${widget}\n})();\n`;

/** Endpoints for the browser: the script of the widget, and the call that makes its payments. */
export function checkoutRoutes(
  scope: FastifyInstance,
  { store, pay, keyId }: { store: RazorpayStore; pay: Pay; keyId: string },
): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
  });

  scope.get('/checkout.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  );

  type Asked = Omit<z.infer<typeof checkoutRequest>, 'outcome'>;

  function check(requested: Asked): OrderRecord {
    if (requested.key_id !== keyId)
      throw new RazorpayError('The api key provided is invalid', { statusCode: 401 });
    const record = store.order(requested.order_id);
    if (requested.amount !== record.order.amount || requested.currency !== record.order.currency) {
      throw new RazorpayError('Your payment amount is different from your order amount.', {
        field: 'amount',
      });
    }
    if (record.order.status === 'paid') throw new RazorpayError('Payment already done for this order.');
    return record;
  }

  function payFor(requested: z.infer<typeof checkoutRequest>): ReturnType<Pay> {
    const { order, capturesAutomatically } = check(requested);
    const success = capturesAutomatically ? 'captured' : 'authorized';
    return pay({
      orderId: order.id,
      outcome: requested.outcome === 'success' ? success : 'failed',
      webhook: 'send',
      payer: { email: requested.email, contact: requested.contact, description: requested.description },
    });
  }

  // Form-encoded, so that the browser sends no preflight request.
  scope.post('/checkout/payments', async (request) => payFor(checkoutRequest.parse(request.body ?? {})));
  hostedRoutes(scope, { check, payFor });
}
