import type { FastifyInstance } from 'fastify';
import type { Pay } from '../pay.ts';
import { hostedPayment, hostedRequest } from '../schemas.ts';
import { hostedPage, returnPage } from './hosted-page.ts';

type PayOf = (asked: ReturnType<typeof hostedPayment.parse>) => ReturnType<Pay>;

/** Fields of the form POST to `callback_url`. */
function returnFields(answer: ReturnType<Pay>): Record<string, string> {
  if (!('error' in answer)) return answer;
  const { metadata, ...error } = answer.error;
  const named = Object.entries(error).map(([name, value]) => [`error[${name}]`, String(value)]);
  return Object.fromEntries([...named, ['error[metadata]', JSON.stringify(metadata)]]);
}

/**
 * `redirect: true` of the widget: a hosted page, then a form POST to `callback_url`.
 * @param payFor makes the payment, or throws
 */
export function hostedRoutes(
  scope: FastifyInstance,
  { check, payFor }: { check: (asked: ReturnType<typeof hostedRequest.parse>) => void; payFor: PayOf },
): void {
  scope.post('/checkout/embedded', async (request, reply) => {
    const asked = hostedRequest.parse(request.body ?? {});
    check(asked);
    const posted = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]));
    const html = hostedPage({
      name: asked.name,
      description: asked.description,
      amountPaise: asked.amount,
      payUrl: '/v1/checkout/embedded/pay',
      posted,
    });
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
  });

  scope.post('/checkout/embedded/pay', async (request, reply) => {
    const asked = hostedPayment.parse(request.body ?? {});
    const html = returnPage(asked.callback_url, returnFields(payFor(asked)));
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
  });
}
