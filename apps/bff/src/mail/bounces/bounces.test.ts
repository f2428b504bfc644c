import { createHmac } from 'node:crypto';
import fastify from 'fastify';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { useMailStack } from '../../../testing/mail/mail-stack.ts';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { emailsCommand } from '../../operators/cli/emails.ts';
import { installErrorHandler } from '../../platform/http/problems/error-handler.ts';
import { bounceRoutes } from './bounce-routes.ts';
import { takeBounce } from './bounces.ts';

const secret = 'a secret of the mail provider';
const stack = await useMailStack();
const { database, note, rows } = stack;
const app = fastify({ loggerInstance: stack.log });
installErrorHandler(app);
bounceRoutes(app, (report) => takeBounce({ database, secret }, report));
await app.ready();
afterAll(() => app.close());
beforeEach(() => stack.reset());

const nowSeconds = () => Math.floor(Date.now() / 1_000);

function report(body: object, change: { at?: number; secret?: string } = {}) {
  const payload = JSON.stringify(body);
  const timestamp = String(change.at ?? nowSeconds());
  const mac = createHmac('sha256', change.secret ?? secret).update(`${timestamp}.${payload}`);
  return app.inject({
    method: 'POST',
    url: '/api/mails/bounces',
    payload,
    headers: {
      'content-type': 'application/json',
      'x-mail-signature': mac.digest('hex'),
      'x-mail-timestamp': timestamp,
    },
  });
}

const hard = {
  event_id: 'evt_1',
  email: 'asha@example.com',
  type: 'hard',
  reason: 'asha@example.com unknown',
};
const suppressed = () => database.selectFrom('mail_suppressions').selectAll().execute();
const pending = { kind: 'booking_pending', recipient: 'asha@example.com' } as const;

async function ops(...args: string[]) {
  const lines: string[] = [];
  const actions = actionsOn(database);
  const status = await emailsCommand([...args, '--json'], { database, actions }, (line) => lines.push(line));
  return { status, said: status === 2 ? lines.join('\n') : JSON.parse(lines.join('')) };
}

it('a hard bounce marks the email as bounced and suppresses the address; a repeated report has no effect', async () => {
  await note({ ...pending, cause: 'a' });
  await stack.start().send();
  const [row] = await rows();
  const told = { ...hard, message_id: row?.message_id };
  for (let time = 0; time < 2; time += 1) expect((await report(told)).statusCode).toBe(200);
  expect(await rows()).toMatchObject([{ state: 'bounced', reason: 'hard: (address) unknown' }]);
  expect(await suppressed()).toMatchObject([{ shown: 'a…@example.com', source: 'bounce' }]);
  await note({ ...pending, cause: 'b' });
  await stack.start().send();
  expect((await rows())[1]).toMatchObject({ state: 'dropped', reason: 'suppressed' });
  expect(stack.logged.join()).not.toContain('asha@');
});

it.each([
  ['a temporary bounce suppresses nothing', { type: 'soft' }, []],
  ['a spam complaint suppresses the address', { type: 'complaint' }, [{ source: 'complaint' }]],
])('%s', async (_, change, expected) => {
  expect((await report({ ...hard, ...change })).statusCode).toBe(200);
  expect(await suppressed()).toMatchObject(expected);
});

it.each([
  ['a signature with another secret', hard, { secret: 'somebody else has another' }],
  ['a report that is too old', hard, { at: nowSeconds() - 900 }],
  ['a report from the future', hard, { at: nowSeconds() + 900 }],
  ['a report without a timestamp', hard, { at: Number.NaN }],
  ['a body without the required fields', { event_id: 'evt_1' }, {}],
])('refuses %s', async (_, body, change) => {
  expect((await report(body, change)).statusCode).toBe(400);
  expect(await suppressed()).toEqual([]);
});

it('operators list, show and resend emails, and remove suppressions', async () => {
  await note({ ...pending, cause: 'a', facts: { firstName: 'Asha' } });
  await stack.fault('refuse');
  await stack.start().send();
  const [row] = await rows();
  const id = row?.id ?? '';
  const listed = await ops('list', '--state', 'refused');
  expect(listed.said.emails).toMatchObject([{ id, kind: 'booking_pending' }]);
  expect(JSON.stringify(listed)).not.toContain('@example.com');
  expect((await ops('show', id)).said.emails).toMatchObject([{ recipient: 'asha@example.com' }]);
  expect((await ops('suppressions')).said.suppressions).toMatchObject([{ source: 'smtp' }]);
  // The refusal names the suppression by its key, not by the address.
  const { status, said } = await ops('resend', id);
  expect({ status, code: said.code }).toEqual({ status: 1, code: 'address_suppressed' });
  const key = /ops emails unsuppress ([0-9a-f]{64})/.exec(said.error)?.[1] ?? '';
  expect(await rows()).toMatchObject([{ state: 'refused' }]);
  expect(await ops('unsuppress', key)).toMatchObject({ status: 0 });
  expect(await ops('unsuppress', 'ASHA@example.com')).toMatchObject({ status: 1 });
  expect(await ops('unsuppress', 'asha@example.com')).toMatchObject({ status: 1 });

  // The refused email is sent under its own Message-ID. Resending the accepted email makes a copy with a new
  // Message-ID.
  for (const copy of [0, 1]) {
    expect(await ops('resend', id)).toMatchObject({ status: 0 });
    expect(await ops('resend', id)).toMatchObject({ status: 1 });
    await stack.start().send();
    expect(await rows()).toMatchObject([{ state: 'sent', copy: 0 }].map((one) => ({ ...one, copy })));
  }
  const ids = (await stack.inbox()).map(({ headers }) => headers['message-id']);
  expect(ids).toEqual([`<${id}.0@academy.example>`, `<${id}.1@academy.example>`]);
  for (const wrong of [['list', '--state', 'lost'], ['show'], ['show', 'x'], ['resend', id, id]])
    expect((await ops(...wrong)).status).toBe(2);
});
