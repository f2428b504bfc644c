import { createServer, type IncomingHttpHeaders } from 'node:http';
import Razorpay from 'razorpay';
import supertest from 'supertest';
import { onTestFinished } from 'vitest';
import { buildSandbox } from './app.ts';
import type { Settings } from './env.ts';

/**
 * Starts a sandbox with its own state on a free port, and creates clients for it. The sandbox stops when the
 * test ends.
 */
export async function startSandbox(overrides: Partial<Settings> = {}) {
  const app = buildSandbox({ webhookRetryDelaysMs: [], ...overrides });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());

  const razorpay = new Razorpay({ key_id: 'rzp_test_LocalSandbox', key_secret: 'sandbox_key_secret' });
  const { defaults } = Reflect.get(razorpay.api, 'rq');
  defaults.baseURL = url;
  return { url, http: supertest(url), razorpay };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Creates an order of 1,000 rupees. */
export async function createOrder({ razorpay }: Sandbox, extra: { receipt?: string } = {}) {
  return razorpay.orders.create({ amount: 100_000, currency: 'INR', ...extra });
}

/**
 * Pays through the control endpoint.
 * @returns the argument of the widget's handler
 */
export async function pay({ http }: Sandbox, orderId: string, outcome = 'captured', webhook = 'drop') {
  const { body } = await http.post('/_sandbox/pay').send({ order_id: orderId, outcome, webhook }).expect(200);
  return body;
}

/** @returns an Authorization header with a new access token */
export async function zohoAuthorization({ http }: Sandbox): Promise<string> {
  const { body } = await http.post('/oauth/v2/token').type('form').send(refreshGrant);
  return `Zoho-oauthtoken ${body.access_token}`;
}

export const refreshGrant = {
  grant_type: 'refresh_token',
  client_id: 'sandbox_client',
  client_secret: 'sandbox_client_secret',
  refresh_token: 'sandbox_refresh_token',
};

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  raw: Buffer;
  event: {
    event: string;
    entity: string;
    contains: string[];
    payload: Record<string, { entity: { id: string; status: string; amount: number } }>;
  };
}

/**
 * Starts a webhook receiver, which stops when the test ends.
 * @param answers HTTP statuses of its first responses; later responses have the status 200
 */
export async function startReceiver(answers: number[] = []) {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray());
    received.push({ headers: request.headers, raw, event: JSON.parse(raw.toString()) });
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return { url: `http://127.0.0.1:${address.port}/hook`, received };
}
