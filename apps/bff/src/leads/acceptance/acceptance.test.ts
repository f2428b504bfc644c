import { randomUUID } from 'node:crypto';
import { atEnd } from '@meridian/stack/at-end';
import fastify, { type FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually, useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { samples } from '../../../testing/leads/samples.ts';
import { createUpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { transact } from '../../platform/database/transact.ts';
import { RemoteError } from '../../platform/remote/remote-error.ts';
import { createLeads, leadRoutes, startLeadWorkers } from '../leads.ts';
import { applyRetention } from '../ledger/erasure/retention.ts';
import { countUnaccounted } from '../ledger/lead-queries.ts';
import { releaseLead } from '../ledger/operator/operator-changes.ts';
import { repetitionLimit } from '../ledger/store/repetition.ts';

const stack = await useLeadStack({ answerWaitMs: 500 });
const { http, database } = stack;

beforeEach(stack.reset);

describe('a submission that is sent twice', () => {
  test('concurrently: all requests get the same answer, and one lead is stored', async () => {
    await stack.upstreamFault({ kind: 'reset', times: 1 });
    const body = { ...samples.contact_us, submission_id: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => http.post('/api/contact_us').send(body).expect(200)),
    );
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(await stack.ledger()).toHaveLength(1);
  });

  test('with ids that differ only in case: one lead is stored', async () => {
    const submission_id = randomUUID();
    await http.post('/api/contact_us').send({ ...samples.contact_us, submission_id });
    await http
      .post('/api/contact_us')
      .send({ ...samples.contact_us, submission_id: submission_id.toUpperCase() })
      .expect(200);
    expect(await stack.ledger()).toHaveLength(1);
  });

  test('after a crash during the first request: is confirmed after a wait, and forwarded by the sweeper', async () => {
    const body = { ...samples.contact_us, submission_id: randomUUID() };
    await http.post('/api/contact_us').send(body).expect(200);
    // State after a crash between the first commit and the upstream call.
    await database
      .updateTable('leads')
      .set({
        forward_state: 'received',
        crm_state: 'waiting',
        crm_due_at: null,
        answer: null,
        forward_due_at: new Date(Date.now() - 60_000),
      })
      .execute();
    const again = await http.post('/api/contact_us').send(body).expect(200);
    expect(again.body).toMatchObject({ status: 1, message: expect.stringMatching(/^Thank you/) });
    expect(await stack.leads.sweep()).toEqual({ forward: 1, deliver: 0 });
    await stack.work();
    expect(await stack.submissions()).toHaveLength(1);
    expect(await stack.crmLeads()).toHaveLength(1);
  });
});

test('a lead that was confirmed during the first attempt is kept if that attempt is refused', async () => {
  let refuse = () => {};
  const mayRefuse = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  const upstream = {
    ...stack.leadsOptions.upstream,
    submit: async () => {
      await mayRefuse;
      return { status: 0, message: 'We cannot take this right now.' };
    },
  };
  const app = fastify();
  leadRoutes(app, createLeads({ ...stack.leadsOptions, upstream }), () => undefined);
  const payload = { ...samples.contact_us, submission_id: randomUUID() };
  const send = async () => (await app.inject({ method: 'POST', url: '/api/contact_us', payload })).json();
  const first = send();
  await eventually(stack.ledger, (leads) => leads.length === 1);
  const second = await send();
  expect(second).toMatchObject({ status: 1, message: expect.stringMatching(/^Thank you/) });
  refuse();
  expect(await first).toEqual(second);
  expect(await stack.ledger()).toMatchObject([{ forward_state: 'refused_late', crm_state: 'pending' }]);
  expect(await countUnaccounted(database)).toBe(0);
  await stack.work();
  expect(await stack.crmLeads()).toHaveLength(1);
  await app.close();
});

test('an attempt that fails after its lead was erased is not retried', async () => {
  await stack.upstreamFault({ kind: 'http_500', times: 1 });
  await stack.upstreamFault({ kind: 'refuse', times: 1 });
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await stack.makeDue();
  await stack.work();
  await stack.makeDue();
  let fail = () => {};
  const mayFail = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const upstream = {
    ...stack.leadsOptions.upstream,
    submit: async () => {
      await mayFail;
      throw new RemoteError('upstream', 'timeout', 'no answer');
    },
  };
  const leads = createLeads({ ...stack.leadsOptions, upstream });
  const [lead] = await stack.ledger();
  const tried = leads.forward([lead?.id ?? '']);
  await eventually(stack.ledger, ([claimed]) => claimed?.forward_busy_until !== null);
  await database
    .updateTable('leads')
    .set({ delivered_at: new Date(0) })
    .execute();
  expect(await applyRetention(database, 30)).toBe(1);
  fail();
  await tried;
  expect(await stack.ledger()).toMatchObject([
    { forward_state: 'refused_late', forward_due_at: null, email: '' },
  ]);
});

describe('a download while the upstream is down', () => {
  const path = '/api/resources_download_ebook';
  const message = 'Here is your e-book.';
  let failures = 0;
  let calls = 0;
  const upstream = fastify();
  upstream.post('/resources_download_ebook', async (_request, reply) => {
    calls += 1;
    if (calls <= failures) return reply.code(503).send('closed');
    return { status: 1, message, data: { file_url: '/media/files/scrum.pdf' } };
  });
  const app = fastify();

  beforeAll(async () => {
    const upstreamUrl = await upstream.listen({ host: '127.0.0.1', port: 0 });
    const client = createUpstreamClient({ baseUrl: upstreamUrl, timeoutMs: 5_000 });
    leadRoutes(app, createLeads({ ...stack.leadsOptions, upstreamUrl, upstream: client }), () => undefined);
  });
  atEnd(() => Promise.all([app.close(), upstream.close()]));

  async function download(submissionId: string) {
    const payload = {
      ...samples.resources_download_ebook,
      resources_id: 987_654,
      submission_id: submissionId,
    };
    const answer = await app.inject({ method: 'POST', url: path, payload });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  }

  test('says that the file is not available yet; resubmitting the form fetches it later', async () => {
    [calls, failures] = [0, 2];
    const id = randomUUID();
    const first = await download(id);
    expect(first).toMatchObject({ status: 1, data: {} });
    expect(first.message).toMatch(/file cannot be fetched just now/);
    expect(await download(id)).toEqual(first);
    const third = await download(id);
    expect(third).toEqual({ status: 1, message, data: { file_url: '/media/files/scrum.pdf' } });
    expect(await download(id)).toEqual(third);
    expect(calls).toBe(3);
    expect(await stack.ledger()).toHaveLength(1);
  });

  test('concurrent resubmissions make one call', async () => {
    [calls, failures] = [0, 1];
    const id = randomUUID();
    await download(id);
    await Promise.all([download(id), download(id), download(id)]);
    expect(calls).toBe(2);
  });

  test('resubmitting returns the stored answer if a job has saved the lead meanwhile', async () => {
    [calls, failures] = [0, 1];
    const id = randomUUID();
    await download(id);
    // The test stack's upstream has no file: its answer replaces the promise of a file.
    await stack.makeDue();
    await stack.work();
    expect((await download(id)).message).toBe('Thank you! We will send the file to your email address.');
  });
});

test('a lead that is refused after it was confirmed to the visitor goes to the CRM, and its refusal is recorded', async () => {
  await stack.upstreamFault({ kind: 'http_500', times: 1 });
  await stack.upstreamFault({ kind: 'refuse', times: 1 });
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await stack.makeDue();
  await stack.work();
  expect(await stack.ledger()).toMatchObject([
    {
      forward_state: 'refused_late',
      crm_state: 'delivered',
      last_error: 'upstream refused: We cannot take this right now.',
    },
  ]);
  expect(await stack.crmLeads()).toHaveLength(1);
});

describe('suspected spam', () => {
  test.each([
    ['a filled honeypot', { website: 'https://spam.example' }],
    ['a submission that is too fast', { filled_in_ms: 300 }],
    ['a link in the name', { first_name: 'Click https://evil.example' }],
  ])(
    'with %s is confirmed as usual, and waits in quarantine until an operator releases it',
    async (_name, signs) => {
      const answer = await http
        .post('/api/contact_us')
        .send({ ...samples.contact_us, ...signs })
        .expect(200);
      expect(answer.body).toMatchObject({ status: 1, message: expect.stringMatching(/^Thank you/) });
      await stack.makeDue();
      await stack.work();
      expect(await stack.submissions()).toEqual([]);
      const [lead] = await stack.ledger();
      expect(lead).toMatchObject({ forward_state: 'quarantined', crm_state: 'waiting' });
      expect(await countUnaccounted(database)).toBe(0);

      const release = () =>
        transact(database, (transaction) => releaseLead(transaction, stack.jobs, lead?.id ?? ''));
      await release();
      await expect(release()).rejects.toMatchObject({ code: 'lead_not_quarantined' });
      await stack.work();
      expect(await stack.submissions()).toHaveLength(1);
      expect(await stack.crmLeads()).toHaveLength(1);
    },
  );

  test('includes leads over the limit per form and email, also concurrent ones', async () => {
    const count = repetitionLimit.leads + 5;
    await Promise.all(
      Array.from({ length: count }, (_value, number) =>
        http
          .post('/api/contact_us')
          .send({ ...samples.contact_us, message: `${number}` })
          .expect(200),
      ),
    );
    const states = (await stack.ledger()).map((lead) => lead.forward_state);
    expect(states.filter((state) => state === 'quarantined').length).toBeGreaterThanOrEqual(5);
    await http.post('/api/contact_us').send({ ...samples.contact_us, email: 'other@example.com' });
    await http.post('/api/partner_with_us').send(samples.partner_with_us);
    const ledger = await stack.ledger();
    expect(ledger.slice(-2)).toMatchObject([{ forward_state: 'saved' }, { forward_state: 'saved' }]);
  });

  test('does not include a person’s lead after a stranger has sent many with their address', async () => {
    const send = (number: number, address: string) =>
      http
        .post('/api/contact_us')
        .set('x-forwarded-for', address)
        .send({ ...samples.contact_us, message: `${number}` })
        .expect(200);
    for (let number = 0; number <= repetitionLimit.leads; number += 1) await send(number, '203.0.113.7');
    await send(99, '198.51.100.9');
    const states = (await stack.ledger()).map((lead) => lead.forward_state);
    expect(states.at(-2)).toBe('quarantined');
    expect(states.at(-1)).not.toBe('quarantined');
  });
});

test('concurrent submissions share commits, and each gets its own answer', async () => {
  const count = 150;
  const answers = await Promise.all(
    Array.from({ length: count }, (_value, number) =>
      stack.app.inject({
        method: 'POST',
        url: '/api/contact_us',
        payload: { ...samples.contact_us, email: `p${number}@example.com` },
      }),
    ),
  );
  expect(answers.every((answer) => answer.json().status === 1)).toBe(true);
  expect(await stack.submissions()).toHaveLength(count);
  const commits = await database.selectFrom('leads').select('received_at').groupBy('received_at').execute();
  expect(commits.length).toBeLessThan(count / 5);
  expect(await countUnaccounted(database)).toBe(0);
});

test('the sweeper enqueues only leads without a job', async () => {
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  expect(await stack.leads.sweep()).toEqual({ forward: 0, deliver: 0 });
  await database
    .updateTable('leads')
    .set({ crm_due_at: new Date(Date.now() - 600_000) })
    .execute();
  expect(await stack.leads.sweep()).toEqual({ forward: 0, deliver: 1 });
  expect(await stack.leads.sweep()).toEqual({ forward: 0, deliver: 0 });
});

test('`countUnaccounted` counts leads that were confirmed and would be lost', async () => {
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  expect(await countUnaccounted(database)).toBe(0);
  await database.updateTable('leads').set({ crm_due_at: null }).execute();
  expect(await countUnaccounted(database)).toBe(1);
  // The sweeper repairs this state.
  await stack.leads.sweep();
  expect(await countUnaccounted(database)).toBe(0);
});

test('the log contains no personal data', async () => {
  const lines: string[] = [];
  const log: FastifyBaseLogger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const leads = createLeads({ ...stack.leadsOptions, log });
  const app = fastify({ loggerInstance: log });
  leadRoutes(app, leads, () => undefined);
  await stack.upstreamFault({ kind: 'http_500', times: 1 });
  const response = await app.inject({ method: 'POST', url: '/api/contact_us', payload: samples.contact_us });
  expect(response.statusCode).toBe(200);
  await app.close();
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toMatch(/Asha|Nair|98450|Please call me/i);
});

test('workers retry and deliver leads without intervention', async () => {
  await startLeadWorkers(stack.leads);
  await stack.upstreamFault({ kind: 'http_500', times: 1 });
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await http.post('/api/partner_with_us').send(samples.partner_with_us).expect(200);
  const ledger = await eventually(stack.ledger, (leads) =>
    leads.every((lead) => lead.crm_state === 'delivered'),
  );
  expect(ledger).toMatchObject([{ crm_state: 'delivered' }, { crm_state: 'delivered' }]);
  expect(await stack.crmLeads()).toHaveLength(2);
});
