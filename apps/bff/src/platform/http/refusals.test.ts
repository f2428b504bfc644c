import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { invalidField, Refusal, type RefusalKind } from '../refusal.ts';
import { installErrorHandler } from './problems/error-handler.ts';

const statuses: Record<RefusalKind, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  limited: 429,
  partner_unavailable: 502,
  unavailable: 503,
};

async function answerTo(refusal: Refusal) {
  const app = Fastify();
  installErrorHandler(app);
  app.get('/', () => Promise.reject(refusal));
  return app.inject('/');
}

it.each(Object.entries(statuses) as [RefusalKind, number][])(
  'answers %s with status %i',
  async (kind, status) => {
    const answer = await answerTo(new Refusal(kind, 'some_code', 'Some message.', { retryAfterSeconds: 7 }));
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['retry-after']).toBe('7');
    expect(answer.json()).toEqual({ status: 0, message: 'Some message.' });
  },
);

it('names the field at fault', async () => {
  const answer = await answerTo(invalidField('seats_short', 'seats', 'Only 2 are left.'));
  expect(answer.json()).toEqual({
    status: 0,
    message: 'Only 2 are left.',
    errors: { seats: ['Only 2 are left.'] },
  });
});
