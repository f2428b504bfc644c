/** The pages `/checkout` and `/checkout/pay/<attempt>`, rendered for each request, and `POST /checkout`. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorPage } from '../../../platform/http/error-page.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import type { Guard } from '../../../platform/http/limits.ts';
import { senderKey } from '../../../platform/http/network-address.ts';
import { problemOf } from '../../../platform/http/problems/error-handler.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { isOwnForm } from '../../../platform/http/same-origin.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { formPage } from './form-page.ts';
import { payCheckPage, payPage, type Returned, returns } from './pay-page.ts';
import { readForm, type SentForm } from './sent-form.ts';
import type { WithoutScripts } from './without-scripts.ts';

/** Sends the page of a path, filled with content for this request. The page is never cached. */
export type SendFilled = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: { path: string; status: number; content: Html },
) => Promise<void>;

const bodyLimitBytes = 32 * 1024;
const payPath = /^\/checkout\/pay\/([^/]+)(?:\/([a-z]+))?$/;
const unknown = html`<p role="alert" class="alert">Order not found.</p><p><a href="/">See all courses</a></p>`;

const isReturned = (text: string): text is Returned => Object.hasOwn(returns, text);

/** Answers if the address is a page of this checkout. @returns true if the request was answered */
export type AnswerPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  address: { path: string; query: string },
) => Promise<boolean>;

/** @param limit rate limit for the reads made for one visitor */
export function createAnswerPage(checkout: WithoutScripts, sendFilled: SendFilled, limit: Guard): AnswerPage {
  async function answerPay(request: FastifyRequest, reply: FastifyReply, attempt: string, returned?: string) {
    const path = '/checkout/pay';
    try {
      const outcome = returned !== undefined && isReturned(returned) ? returned : undefined;
      const view = await checkout.pay(attempt, outcome);
      const check = view ? undefined : await checkout.payCheck(attempt);
      const content = view ? payPage(view) : check && payCheckPage(check, outcome);
      const page = content ? { status: 200, content } : { status: 404, content: unknown };
      await sendFilled(request, reply, { path, ...page });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const content = html`<p role="alert" class="alert">${error.message}</p><p><a href="${request.url}">Try again</a></p>`;
      await sendFilled(request, reply, { path, status: 503, content });
    }
  }

  return async (request, reply, { path, query }) => {
    const [, attempt, returned] = payPath.exec(path) ?? [];
    if (attempt !== undefined) {
      await limit(request);
      await answerPay(request, reply, attempt, returned);
      return true;
    }
    if (path !== '/checkout' || !query.includes('course_schedule_id=')) return false;
    await limit(request);
    const sent = readForm(query.slice(1), true);
    await sendFilled(request, reply, {
      path,
      status: 200,
      content: formPage(await checkout.show(sent, request.id)),
    });
    return true;
  };
}

/** Registers `POST /checkout`. Call it in a separate scope, so that no other page accepts forms. */
export async function withoutScriptsRoutes(
  scope: FastifyInstance,
  {
    checkout,
    sendFilled,
    publicUrl,
  }: { checkout: WithoutScripts; sendFilled: SendFilled; publicUrl: string },
): Promise<void> {
  const ownOrigin = new Set([new URL(publicUrl).origin]);
  // A browser without scripts shows the answer, so an error is answered with a page.
  scope.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const problem = problemOf(error);
    if (problem.statusCode >= 500)
      request.log.error({ err: problem.cause ?? problem, route: '/checkout' }, 'checkout failed');
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds);
    return reply
      .code(problem.statusCode)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(errorPage(problem.statusCode, problem.message));
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, readForm(String(body), false)),
  );
  scope.post<{ Body: SentForm }>(
    '/checkout',
    {
      bodyLimit: bodyLimitBytes,
      onRequest: async (request) => {
        if (!isOwnForm(request, ownOrigin))
          throw new HttpProblem(403, 'This form can be sent from our own site only.');
      },
    },
    async (request, reply) => {
      const sent = await checkout.send(request.body, {
        requestId: request.id,
        openedFrom: senderKey(request.ip),
      });
      if ('attempt' in sent)
        return reply.header('cache-control', 'no-store').redirect(`/checkout/pay/${sent.attempt}`, 303);
      await sendFilled(request, reply, {
        path: '/checkout',
        status: sent.status,
        content: formPage(sent.view),
      });
      return reply;
    },
  );
}
