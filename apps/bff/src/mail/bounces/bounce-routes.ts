import type { FastifyInstance } from 'fastify';
import { plainAnswer } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import { guardSignatures } from '../../platform/http/signature-guard.ts';
import { bounceReport, type SignedReport, signatureHeader, timestampHeader } from './bounces.ts';

export const bouncesPath = '/api/mails/bounces';
const bodyLimitBytes = 16 * 1024;

const bouncesCall = (): CallDescription => ({
  tags: ['operations'],
  operationId: 'report_bounce',
  summary: 'Reports that an email was not delivered',
  description:
    'Webhook for the mail provider. The signature covers the timestamp, a dot and the raw body. Exists only if ' +
    'MAIL_BOUNCE_SECRET is set.',
  parameters: [signatureHeader, timestampHeader].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  })),
  body: bounceReport.meta({
    examples: [{ event_id: 'evt_1', email: 'asha@example.com', type: 'hard', reason: '550 5.1.1' }],
  }),
  response: {
    200: plainAnswer({ example: { status: 1, message: '' } }),
    ...problemAnswers(400, 413, 429, 500, 503),
  },
});

const headerOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

/** @param takeBounce undefined if no secret is set; the route then does not exist */
export function bounceRoutes(
  app: FastifyInstance,
  takeBounce: ((report: SignedReport) => Promise<'taken' | 'known'>) | undefined,
): void {
  if (!takeBounce) return;
  app.register(async (scope) => {
    // The signature covers the raw body, so the body is not parsed here.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const guard = guardSignatures(scope, signatureHeader);
    const options = { bodyLimit: bodyLimitBytes, config: { describes: bouncesCall } };
    scope.post(bouncesPath, options, async (request, reply) => {
      const { headers, body } = request;
      const report = {
        rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        signature: headerOf(headers[signatureHeader]),
        timestamp: headerOf(headers[timestampHeader]),
      };
      // Called in `then`, so that a report that cannot be parsed also rejects the promise.
      const outcome = await guard.watch(
        request,
        Promise.resolve().then(() => takeBounce(report)),
      );
      request.log.info({ outcome }, 'an email bounced');
      return reply.header('cache-control', 'no-store').send({ status: 1, message: '' });
    });
  });
}
