import type { FastifyInstance } from 'fastify';
import { plainAnswer } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { keepPrivate } from '../../platform/http/private-answers.ts';
import { problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import { guardSignatures } from '../../platform/http/signature-guard.ts';
import type { Webhook } from './webhook.ts';

const bodyLimitBytes = 1024 * 1024;

const webhookCall = (signatureHeader: string): CallDescription => ({
  tags: ['checkout'],
  operationId: 'receive_webhook',
  summary: 'Events of the payment provider, signed over the bytes of the body',
  parameters: [{ name: signatureHeader, in: 'header', required: true, schema: { type: 'string' } }],
  body: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  response: {
    200: plainAnswer({ example: { status: 1, message: '' } }),
    ...problemAnswers(400, 413, 429, 500, 503),
  },
});

/** Registers the route of the payment provider's webhook. */
export function paymentRoutes(app: FastifyInstance, webhook: Webhook): void {
  app.register(async (scope) => {
    // The signature is over the raw bytes, so this route does not parse the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const { path, signatureHeader } = webhook;
    const guard = guardSignatures(scope, signatureHeader);
    const config = { describes: () => webhookCall(signatureHeader) };
    scope.post(path, { bodyLimit: bodyLimitBytes, config }, async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const received = webhook.receive({ rawBody, headers: request.headers });
      const outcome = await guard.watch(request, received);
      request.log.info({ outcome }, 'webhook received');
      return keepPrivate(reply).send({ status: 1, message: '' });
    });
  });
}
