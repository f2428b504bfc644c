import type { FastifyInstance } from 'fastify';
import type { Pay } from '../pay.ts';
import { hostedPayment, hostedRequest } from '../schemas.ts';
import { hostedPage, returnPage } from './hosted-page.ts';

type PayOf = (requested: ReturnType<typeof hostedPayment.parse>) => ReturnType<Pay>;

/** @returns the fields of the form POST to `callback_url` */
function returnFields(answer: ReturnType<Pay>): Record<string, string> {
  if (!('error' in answer)) return answer;
  const { metadata, ...error } = answer.error;
  const named = Object.entries(error).map(([name, value]) => [`error[${name}]`, String(value)]);
  return Object.fromEntries([...named, ['error[metadata]', JSON.stringify(metadata)]]);
}

/**
 * Routes for the widget's option `redirect: true`: a hosted page, then a form POST to `callback_url`.
 * @param options `check` throws if the order cannot be paid; `payFor` makes the payment, or throws
 */
export function hostedRoutes(
  scope: FastifyInstance,
  { check, payFor }: { check: (requested: ReturnType<typeof hostedRequest.parse>) => void; payFor: PayOf },
): void {
  scope.post('/checkout/embedded', async (request, reply) => {
    const requested = hostedRequest.parse(request.body ?? {});
    check(requested);
    const posted = Object.fromEntries(
      Object.entries(requested).map(([name, value]) => [name, String(value)]),
    );
    const html = hostedPage({
      name: requested.name,
      description: requested.description,
      amountPaise: requested.amount,
      payUrl: '/v1/checkout/embedded/pay',
      cancelUrl: requested.cancel_url,
      posted,
    });
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
  });

  scope.post('/checkout/embedded/pay', async (request, reply) => {
    const requested = hostedPayment.parse(request.body ?? {});
    const { 'prefill[email]': email, 'prefill[contact]': contact } = requested;
    const payer = { ...requested, ...(email && { email }), ...(contact && { contact }) };
    const html = returnPage(requested.callback_url, returnFields(payFor(payer)));
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
  });
}
