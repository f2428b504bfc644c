/**
 * `POST /api/payments/return`: receives browsers that cannot show the payment dialog, for example inside
 * another app, from the payment provider's page. The request is a cross-site form POST without cookies, and
 * its fields can be forged. The answer is always a redirect to a page of this site.
 */
import { bookingRequest } from '@meridian/contracts/enrolment/orders';
import {
  pickWidgetAnswer,
  type WidgetAnswer,
  widgetFields,
} from '@meridian/contracts/enrolment/widget-answer';
import { parseUuid } from '@meridian/contracts/uuid';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/refusal.ts';
import { cancelledCall, returnCall } from './calls.ts';
import type { Checkout } from './checkout.ts';
import type { Returned } from './without-scripts/pay-page.ts';

export const paymentReturnPath = '/api/payments/return';

/** The payment provider's forms have a few hundred bytes. */
const bodyLimitBytes = 16 * 1024;

const errorFields = ['code', 'description', 'source', 'step', 'reason', 'field', 'metadata'].map(
  (name) => `error[${name}]`,
);

const bodyFields = [...widgetFields, ...errorFields];

/** The result that the checkout page shows to a visitor who returns without a receipt. */
export type ReturnState = 'failed' | 'unconfirmed';

/** @returns the path of the payment page of the form without scripts, which shows the result */
function payPath(attempt: string, returned: Returned): string {
  return `/checkout/pay/${attempt}/${returned}`;
}

function checkoutPath(state: ReturnState, claim?: WidgetAnswer): string {
  // A fragment stays in the browser: it is not logged or sent to a server.
  return `/checkout?payment=${state}${claim ? `#${new URLSearchParams({ ...claim })}` : ''}`;
}

interface Form {
  claim: WidgetAnswer | undefined;
  failed: boolean;
}

function readForm(body: unknown): Form {
  const fields = typeof body === 'object' && body !== null ? body : {};
  return { claim: pickWidgetAnswer(fields), failed: errorFields.some((name) => Object.hasOwn(fields, name)) };
}

/** @returns the path on this site to redirect to */
async function destination(
  checkout: Checkout,
  { claim, failed }: Form,
  log: FastifyBaseLogger,
): Promise<string> {
  if (!claim) return checkoutPath(failed ? 'failed' : 'unconfirmed');
  const request = bookingRequest.safeParse(claim).data;
  if (!request) return checkoutPath('unconfirmed');
  try {
    const { data } = await checkout.confirm(request);
    return data?.receipt_path ?? checkoutPath('unconfirmed', claim);
  } catch (error) {
    if (error instanceof Refusal && !error.retry) return checkoutPath('unconfirmed');
    // The claim was not refused, but recording the payment failed. The page stores the claim and resends it.
    log.error({ err: error }, 'the payment of a returning browser could not be recorded');
    return checkoutPath('unconfirmed', claim);
  }
}

/** Registers the route. Call it in a separate scope, so that no other route accepts forms. */
export async function paymentReturnRoute(scope: FastifyInstance, checkout: Checkout): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  scope.setErrorHandler((error, request, reply) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    request.log.info({ route: paymentReturnPath, code }, 'request refused');
    return reply.header('cache-control', 'no-store').redirect(checkoutPath('unconfirmed'), 303);
  });
  async function goOn(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
    const { attempt, cancelled } = request.query as Partial<Record<string, string>>;
    const id = parseUuid(String(attempt ?? ''));
    const path = await destination(checkout, form, request.log);
    const returned = form.claim
      ? 'unconfirmed'
      : cancelled === '1'
        ? 'cancelled'
        : form.failed
          ? 'failed'
          : 'unconfirmed';
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(id === undefined || path.startsWith('/receipt/') ? path : payPath(id, returned), 303);
  }
  scope.post(
    paymentReturnPath,
    { bodyLimit: bodyLimitBytes, config: { bodyFields, describes: returnCall } },
    (request, reply) => goOn(request, reply, readForm(request.body)),
  );
  // Razorpay's documentation does not say whether a cancelled payment returns by GET or POST.
  scope.get(paymentReturnPath, { config: { describes: cancelledCall } }, (request, reply) =>
    goOn(request, reply, { claim: undefined, failed: false }),
  );
}
