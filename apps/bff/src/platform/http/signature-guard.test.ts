import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { installErrorHandler } from './problems/error-handler.ts';
import { guardSignatures } from './signature-guard.ts';

const right = 'a'.repeat(64);
const wrong = 'b'.repeat(64);
let bodies = 0;

const app = fastify({ trustProxy: true });
installErrorHandler(app);
const guard = guardSignatures(app, 'x-signature');
app.post('/hook', (request) => {
  bodies += 1;
  const isRight = request.headers['x-signature'] === right;
  const handle = isRight
    ? Promise.resolve({})
    : Promise.reject(new Refusal('invalid', 'signature_invalid', 'The signature does not match.'));
  return guard.watch(request, handle);
});
afterAll(() => app.close());

const send = (address: string, signature?: string) =>
  app.inject({
    method: 'POST',
    url: '/hook',
    headers: { 'x-forwarded-for': address, ...(signature && { 'x-signature': signature }) },
    payload: { event: 'x'.repeat(10_000) },
  });
async function flood(address: string, times: number) {
  for (let count = 0; count < times; count += 1) await send(address, wrong);
}

it('does not read the body of a call without a signature', async () => {
  for (const signature of [undefined, 'x', right.slice(1)]) {
    const answer = await send('192.0.2.1', signature);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers.connection).toBe('close');
  }
  expect(bodies).toBe(0);
});

it('delays only an address with too many wrong signatures', async () => {
  await flood('192.0.2.2', 31);
  const read = bodies;
  const answer = await send('192.0.2.2', right);
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(bodies).toBe(read);
  expect((await send('192.0.2.3', right)).statusCode).toBe(200);
});

it('does not delay an address after a valid signature', async () => {
  expect((await send('192.0.2.4', right)).statusCode).toBe(200);
  await flood('192.0.2.4', 100);
  expect((await send('192.0.2.4', right)).statusCode).toBe(200);
});
