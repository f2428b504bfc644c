import { createHmac, webcrypto } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { actions } from '@meridian/contracts/operators/actions';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { deliverDue, maxAttempts } from './deliver.ts';
import {
  addEndpoint,
  enqueueTest,
  listAttempts,
  listEndpoints,
  pauseEndpoint,
  resumeEndpoint,
  retryDeliveries,
} from './endpoints.ts';
import { enqueueWebhooks, type NewWebhook } from './enqueue-webhooks.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';
import { signedHeaders } from './sign.ts';
import { deleteOldWebhooks } from './workers.ts';

const { url: databaseUrl } = await useMigratedDatabase();
const database = openDatabase(databaseUrl);

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}
let received: Received[] = [];
/** Response of the receiver; `silent` sends none. */
let answer: { status: number; text?: string; location?: string } | 'silent' = { status: 200 };
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ headers: request.headers, body });
  if (answer === 'silent') return;
  response.writeHead(answer.status, answer.location ? { location: answer.location } : {});
  response.end(answer.text ?? 'thanks');
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;

afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await database.destroy();
});

beforeEach(async () => {
  received = [];
  answer = { status: 200 };
  await database.deleteFrom('webhook_messages').execute();
  await database.deleteFrom('webhook_endpoints').execute();
});

const deps = { database, log: { warn: () => undefined }, isDemo: true, timeoutMs: 2_000 };
const deliver = () => deliverDue(deps);

const add = (change: { url?: string; events?: string[]; personalData?: boolean } = {}, isDemo = true) =>
  transact(database, (transaction) =>
    addEndpoint(
      transaction,
      { url: receiverUrl, events: ['payment.captured'], personalData: false, ...change },
      isDemo,
    ),
  );

const contact = { name: 'Asha Nair', email: 'asha@example.com', phone: '+91 98450 00000' };
const captured = (cause: string): NewWebhook => ({
  type: 'payment.captured',
  cause,
  orderId: '019aa000-0000-7000-8000-000000000001',
  data: {
    order_id: '019aa000-0000-7000-8000-000000000001',
    booking_number: 'K7M3PX',
    payment_id: 'pay_1',
    amount_paise: 2_949_882,
    currency: 'INR',
  },
  people: { contact },
});
const enqueue = (cause = 'payment.captured:pay_1') =>
  transact(database, (transaction) => enqueueWebhooks(transaction, [captured(cause)]));

const makeDue = () =>
  sql`update webhook_deliveries set next_try_at = now() - interval '1 second'`.execute(database);
const endpointNow = async () => (await listEndpoints(database))[0];
const bodies = () => received.map(({ body }) => JSON.parse(body));

describe('an event', () => {
  it('is stored once, only if its transaction commits, and only if an endpoint has subscribed', async () => {
    await enqueue('before');
    await add();
    await expect(
      transact(database, async (transaction) => {
        await enqueueWebhooks(transaction, [captured('lost')]);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await enqueue('kept');
    await enqueue('kept');
    await deliver();
    expect(received).toHaveLength(1);
    await deliver();
    expect(received).toHaveLength(1);
  });

  it('has personal data only for an endpoint that gets it', async () => {
    await add();
    await enqueue('one');
    expect(await database.selectFrom('webhook_messages').select('people').execute()).toEqual([
      { people: null },
    ]);
    await add({ personalData: true });
    await enqueue('two');
    await deliver();
    const contacts = bodies().map(({ data }) => data.contact);
    expect(contacts).toHaveLength(3);
    expect(contacts.filter(Boolean)).toEqual([contact]);
  });

  it('is deleted after 30 days with its log', async () => {
    await add();
    await enqueue();
    await deliver();
    await enqueue('another');
    await sql`update webhook_messages set created_at = now() - interval '31 days'`.execute(database);
    await enqueue('newer');
    await deleteOldWebhooks({ database });
    expect(await listAttempts(database, { limit: 10 })).toEqual([]);
    expect(await endpointNow()).toMatchObject({ due: 1 });
  });
});

describe('a signature', () => {
  it('matches the example of the specification', () => {
    const headers = signedHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      seconds: 1_614_265_330,
      body: '{"test": 2432232314}',
      secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    });
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is verified with WebCrypto, but not with another secret or body', async () => {
    const { secret } = await add();
    await enqueue();
    await deliver();
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const verify = async (withSecret: string, text: string) => {
      const bytes = Buffer.from(withSecret.replace(/^whsec_/, ''), 'base64');
      const hmac = { name: 'HMAC', hash: 'SHA-256' };
      const key = await webcrypto.subtle.importKey('raw', bytes, hmac, false, ['verify']);
      const [version, signature = ''] = String(headers['webhook-signature']).split(',');
      expect(version).toBe('v1');
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
      return webcrypto.subtle.verify('HMAC', key, Buffer.from(signature, 'base64'), Buffer.from(signed));
    };
    expect(await verify(secret, body)).toBe(true);
    expect(await verify(secret, `${body} `)).toBe(false);
    expect(await verify(createHmac('sha256', 'x').update('').digest('base64'), body)).toBe(false);
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(10);
  });
});

describe('a delivery', () => {
  it('that fails is retried with the same id, and logged', async () => {
    await add();
    await enqueue();
    answer = { status: 503, text: 'closed\n\u001b[31mfor lunch' };
    await deliver();
    await deliver();
    expect(received).toHaveLength(1);
    answer = { status: 204 };
    await makeDue();
    await deliver();
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(received[0]?.body).toBe(received[1]?.body);
    expect(await listAttempts(database, { limit: 10 })).toMatchObject([
      { event: 'payment.captured', status: 204, state: 'delivered' },
      { status: 503, answer: 'closed [31mfor lunch', state: 'delivered' },
    ]);
  });

  it('that fails for three days pauses its endpoint; waiting deliveries are sent after it is resumed', async () => {
    const { endpoint } = await add();
    await enqueue('first');
    answer = { status: 500 };
    const waits: number[] = [];
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      await deliver();
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from next_try_at - now())::float8 as seconds from webhook_deliveries`.execute(
        database,
      );
      waits.push(Math.max(0, rows[0]?.seconds ?? 0));
      await makeDue();
    }
    const days = waits.reduce((sum, seconds) => sum + seconds, 0) / 86_400;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.5);
    expect(received).toHaveLength(maxAttempts);
    expect(await endpointNow()).toMatchObject({ paused_by: 'failures', due: 0, failed: 1 });

    answer = { status: 200 };
    await enqueue('second');
    await deliver();
    expect(received).toHaveLength(maxAttempts);
    await transact(database, (transaction) => resumeEndpoint(transaction, endpoint.id));
    await deliver();
    expect(received).toHaveLength(maxAttempts + 1);
    await transact(database, (transaction) => retryDeliveries(transaction, { endpoint: endpoint.id }));
    await deliver();
    expect(received).toHaveLength(maxAttempts + 2);
    expect(await endpointNow()).toMatchObject({ paused_by: null, due: 0, failed: 0 });
  });

  it('does not follow redirects, times out, and reads only the start of a response', async () => {
    await add();
    answer = { status: 307, location: `${receiverUrl}/elsewhere` };
    await enqueue('redirect');
    await deliver();
    answer = { status: 200, text: 'x'.repeat(1_000_000) };
    await enqueue('long');
    await deliver();
    answer = 'silent';
    await enqueue('silent');
    await deliver();
    expect(received).toHaveLength(3);
    const attempts = await listAttempts(database, { limit: 10 });
    expect(attempts).toMatchObject([
      { status: null, answer: 'no answer in 2 seconds', state: 'due' },
      { status: 200, answer: 'x'.repeat(200), state: 'delivered' },
      { status: 307, state: 'due' },
    ]);
  });

  it('is sent once by concurrent replicas, and again after a crash', async () => {
    await add();
    await enqueue();
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(received).toHaveLength(1);
    await sql`update webhook_deliveries set state = 'due', next_try_at = now(), busy_until = now()`.execute(
      database,
    );
    await deliver();
    expect(received).toHaveLength(2);
  });

  it('waits while its endpoint is paused; a test event is sent only to its endpoint', async () => {
    const { endpoint } = await add();
    await add();
    await transact(database, (transaction) => enqueueTest(transaction, endpoint.id));
    await deliver();
    expect(bodies()).toMatchObject([{ type: 'test', data: { message: 'This is a test event.' } }]);
    await transact(database, (transaction) => pauseEndpoint(transaction, endpoint.id));
    await enqueue();
    await deliver();
    expect(received).toHaveLength(2);
    expect(await listEndpoints(database)).toMatchObject([{ due: 1 }, { due: 0 }]);
  });
});

describe('a URL', () => {
  it.each([
    'http://example.com/hooks',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://192.168.0.10/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://database.internal/',
  ])('%s is refused unless the installation runs as a demo', async (url) => {
    await expect(add({ url }, false)).rejects.toMatchObject({ code: 'url_refused' });
  });

  it('that became private, or whose host resolves to this machine, gets no request', async () => {
    await add();
    await enqueue();
    await deliverDue({ ...deps, isDemo: false });
    expect(received).toHaveLength(0);
    expect(await listAttempts(database, { limit: 1 })).toMatchObject([{ status: null, state: 'due' }]);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    publicLookup('localhost', {}, (error) => resolve(error));
    expect(await lookup('localhost')).toBeDefined();
    expect(await promise).toMatchObject({ name: 'PrivateAddressError' });
  });

  it('addresses are classified as public or not', () => {
    for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])
      expect(isPublicAddress(address), address).toBe(true);
    for (const address of [
      '0.0.0.0',
      '100.64.0.1',
      '172.31.255.255',
      '255.255.255.255',
      'fe80::1',
      '2002:a00:1::',
      '64:ff9b::a00:1',
      'fd00:ec2::254',
      'example.com',
    ])
      expect(isPublicAddress(address), address).toBe(false);
  });

  it('must not have a user name, password or fragment', () => {
    const { input } = actions['webhooks.add'];
    const read = (url: string) => input.safeParse({ url, events: ['lead.accepted'] }).success;
    expect(read('https://example.com/hooks?key=a@b')).toBe(true);
    for (const url of [
      'https://user:key@example.com/',
      'https://example.com/#top',
      'ftp://example.com/',
      'x',
    ])
      expect(read(url), url).toBe(false);
  });
});
