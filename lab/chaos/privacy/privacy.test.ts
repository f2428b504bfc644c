/**
 * Plays forms, payments, API clients and operators' commands, with errors and outages. No email address or phone number
 * may appear in any log, even at the most verbose level.
 */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { formNames } from '@meridian/contracts/leads/forms';
import { serviceEnvironment } from '@meridian/stack/service-environment';
import { readSettings } from '@meridian/stack/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { opsProgram } from '../../../e2e/support/ops-program.ts';
import { command } from '../leads/faults.ts';
import { bodyOf, createPersonas, type Persona, tracesOf } from '../leads/personas.ts';
import { post } from '../leads/post.ts';
import { type Product, startProduct } from '../leads/product.ts';
import { advanceTime, deliverAll, expireLeases } from '../leads/time-travel.ts';
import { visit } from '../leads/visitor.ts';
import { malformed } from '../malformed/form-bodies.ts';
import { clientOf, openedOrder, type ProductClient } from '../payments/client.ts';
import { chooseSeed, createRandom } from '../random.ts';
import { portsOf } from '../stack-ports.ts';

const random = createRandom(chooseSeed(process.env.SEED));
const { next, all: personas } = createPersonas('privacy');
const courseId = 101;
const json = 'application/json';
const once = { tries: 1, doubleClick: false };

let product: Product;
let client: ProductClient;

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'trace' } });
  client = clientOf(product.stack);
});
afterAll(() => product?.stop());

const buyerOf = ({ email, phone }: Persona) => ({
  first_name: 'Asha',
  last_name: 'Nair',
  email,
  phone_number: `+91 ${phone}`,
});

async function requestedSeat() {
  const [batch] = await client.batchesOf(courseId);
  return { course_id: courseId, course_schedule_id: batch?.batchId, number_of_course: 1 };
}

/** Runs `pnpm ops …`. @returns stdout and stderr, for any exit status */
async function ops(...args: string[]): Promise<{ output: string; errors: string }> {
  const { stack } = product;
  const settings = readSettings({}, portsOf(stack));
  const env = { PATH: process.env.PATH, ...serviceEnvironment('bff', {}, settings, stack, stack.dataDir) };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [opsProgram, ...args], {
    env,
  }).catch((error: { stdout: string; stderr: string }) => error);
  return { output: stdout, errors: stderr };
}

test('leads of every form: accepted, quarantined, refused by the upstream, waiting for it, dead in the CRM', async () => {
  const { baseUrl, upstreamUrl, sandboxUrl } = product.stack;
  for (const form of [...formNames, 'crm'] as const) await visit(baseUrl, form, next(), once);
  for (const kind of ['refuse', 'http_500', 'malformed', 'lost_answer'])
    for (const form of ['contact_us', 'instructor', 'talk_to_our_advisor'] as const) {
      await command(`${upstreamUrl}/_upstream/faults`, 'POST', { kind, times: 1, calls: [form] });
      await visit(baseUrl, form, next(), once);
    }
  for (const kind of ['invalid_data', 'http_500', 'lost_answer']) {
    await command(`${sandboxUrl}/_sandbox/faults`, 'POST', { service: 'zoho', kind, times: 1 });
    await visit(baseUrl, 'partner_with_us', next(), once);
    await advanceTime(product);
  }
  const suspect = { ...bodyOf('contact_us', next()), website: 'https://spam.example' };
  await post(`${baseUrl}/api/contact_us`, Buffer.from(JSON.stringify(suspect)), json);
  await command(`${upstreamUrl}/_upstream/faults`, 'POST', { kind: 'none' });
});

test('refused bodies of every kind, with personal data in values and field names', async () => {
  const { baseUrl } = product.stack;
  const refused = async (path: string, body: unknown, type = json) => {
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const { httpStatus } = await post(`${baseUrl}${path}`, bytes, type);
    expect(httpStatus).toBeGreaterThanOrEqual(400);
    expect(httpStatus).toBeLessThan(500);
  };
  for (const path of [
    ...formNames.map((name) => `/api/${name}`),
    '/api/checkout',
    '/api/booking',
    '/api/zoho/contact_us',
  ]) {
    const { email, phone } = next();
    await refused(path, { email: `${email} `, [email]: phone, [phone]: email });
    await refused(path, `{"email":"${email}","phone_number":"${phone}"`);
    await refused(path, `email=${email}&phone_number=${phone}`, 'application/x-www-form-urlencoded');
    await refused(path, { email, filler: phone.repeat(5_000) });
    await refused(`${path}/${email}?phone=${phone}`, {});
  }
  for (const form of formNames.filter((name) => !fileFieldOf(name)))
    for (let count = 0; count < 12; count += 1) {
      const { bytes, contentType } = malformed(form, bodyOf(form, next()), random);
      await post(`${baseUrl}/api/${form}`, bytes, contentType);
    }
  const { email, phone } = next();
  await fetch(`${baseUrl}/api/blog?search_val=${encodeURIComponent(`${email} ${phone}`)}&offset=${email}`);
  await fetch(`${baseUrl}/${phone}/${email}?mail=${email}`, {
    headers: { referer: `${baseUrl}/?q=${email}` },
  });
});

test('payments: booked, failed, forged, refused by the upstream, and their webhooks', async () => {
  const seat = await requestedSeat();
  for (const [outcome, fault] of [
    ['captured', 'none'],
    ['captured', 'refuse'],
    ['captured', 'http_500'],
    ['failed', 'none'],
  ] as const) {
    const buyer = buyerOf(next());
    const opened = openedOrder.parse((await client.api('checkout', { ...seat, ...buyer })).body).data;
    if (fault !== 'none') await client.upstreamFault({ kind: fault, times: 1, calls: ['booking'] });
    const paid = await client.pay(opened.order_id, outcome, 'send');
    if (paid) await client.api('booking', { ...seat, ...buyer, ...paid });
    const forged = {
      ...buyer,
      ...paid,
      razorpay_order_id: opened.order_id,
      razorpay_signature: 'ab'.repeat(32),
    };
    await client.api('booking', {
      razorpay_payment_id: 'pay_00000000000000',
      ...forged,
      email: next().email,
    });
  }
  await client.api('checkout', { ...seat, ...buyerOf(next()), course_schedule_id: 5 });
  await client.api('checkout', { ...seat, ...buyerOf(next()), number_of_course: 0 });
  await client.api('booking', { ...buyerOf(next()), transaction_id: 'pay_00000000000000' });
  await client.api('booking', { ...buyerOf(next()), transaction_id: next().email });
  const { email, phone } = next();
  const event = JSON.stringify({ event: email, payload: { payment: { entity: { id: phone, email } } } });
  const signature = createHmac('sha256', 'sandbox_webhook_secret').update(event).digest('hex');
  for (const sent of [signature, 'ab'.repeat(32), 'forged'])
    await client.api('webhooks/razorpay', event, {
      'x-razorpay-signature': sent,
      'x-razorpay-event-id': email,
    });
});

test('the database stops while visitors send forms', async () => {
  await product.stack.kill('postgres');
  const endpoints = ['contact_us', 'instructor', 'crm'] as const;
  await Promise.all(endpoints.map((endpoint) => visit(product.stack.baseUrl, endpoint, next(), once)));
  await client.api('checkout', {
    ...buyerOf(next()),
    course_id: courseId,
    course_schedule_id: 1,
    number_of_course: 1,
  });
  await product.stack.restart('postgres');
  await visit(product.stack.baseUrl, 'contact_us', next(), { tries: 60, doubleClick: false });
});

test('operators’ commands: lists and errors', async () => {
  // No request is in progress, so the remaining leases belong to requests that the outage ended.
  await expireLeases(product, { everybodyDead: false });
  await deliverAll(product);
  const [first] = personas;
  const lists = [
    ['leads'],
    ['leads', '--json'],
    ['orders'],
    ['queue', '--json'],
    ['queue', 'dead', '--json'],
  ];
  for (const { output, errors } of await Promise.all(lists.map((args) => ops(...args)))) {
    expect(output).not.toBe('');
    expect(tracesOf(personas, output + errors)).toEqual([]);
  }
  const { output } = await ops('orders', '--json');
  expect(tracesOf(personas, output)).toEqual([]);
  const { orders } = JSON.parse(output) as { orders: { id: string; state: string }[] };
  const open = orders.find(({ state }) => state === 'needs_review');
  const commands = [
    ['reconcile', '--all'],
    ['orders', 'review', open?.id ?? '', '--refund', '--note', 'The batch is full'],
    ['leads', 'erase', '--email', first?.email ?? ''],
    ['orders', 'erase', '--email', first?.email ?? ''],
    ['orders', 'review', first?.email ?? ''],
    ['leads', 'show', first?.phone ?? ''],
  ];
  for (const { errors } of await Promise.all(commands.map((args) => ops(...args))))
    expect(tracesOf(personas, errors)).toEqual([]);
});

test('no log contains an email address or a phone number', () => {
  const logs = product.logs();
  expect(personas.length).toBeGreaterThan(150);
  // Sanity check: the expected events were logged.
  for (const message of [
    'lead accepted',
    'lead not forwarded',
    'lead delivered',
    'lead not delivered',
    'record for the CRM accepted',
    'order opened',
    'booked',
    'booking was refused',
    'booking call refused',
    'body refused',
    'request refused',
    'request could not be served',
    'checkout refused',
    'signature does not match',
  ])
    expect(logs).toContain(message);
  expect(tracesOf(personas, logs)).toEqual([]);
  // Sanity check: the search finds traces in a text that has them.
  const [{ email, phone } = { email: '', phone: '' }] = personas;
  expect(tracesOf(personas, `${logs}{"to":"${email}","at":"+91${phone}"}`)).toEqual([email, phone]);
});
