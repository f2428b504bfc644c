import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { jsonForms, samples } from '../../../testing/leads/samples.ts';
import type { CrmProvider } from '../../partners/crm/provider.ts';
import { createZohoCrm } from '../../partners/crm/zoho/zoho-crm.ts';
import { isAllowedDomain } from '../../partners/crm/zoho/zoho-token.ts';
import { transact } from '../../platform/database/transact.ts';
import { RemoteError } from '../../platform/remote/remote-error.ts';
import { createLeads } from '../leads.ts';
import { resendToCrm } from '../ledger/operator/operator-changes.ts';

const stack = await useLeadStack();
const { http, database } = stack;

beforeEach(stack.reset);

async function send(count: number, overrides: Record<string, string> = {}): Promise<void> {
  for (let number = 0; number < count; number += 1)
    await http
      .post('/api/contact_us')
      .send({ ...samples.contact_us, email: `person${number}@example.com`, ...overrides })
      .expect(200);
}

async function states(): Promise<string[]> {
  return (await stack.ledger()).map((lead) => lead.crm_state);
}

describe('retries a lead until it is delivered exactly once', () => {
  test.each(['http_500', 'html_502', 'reset', 'lost_answer', 'invalid_token'])('%s', async (kind) => {
    // Fetches the token, so that the fault hits the next insert.
    await send(1);
    await stack.work();
    await send(3);
    await stack.crmFault({ kind, times: 1 });
    await stack.work();
    await stack.makeDue();
    await stack.work();
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
    const leads = await stack.crmLeads();
    expect(new Set(leads.map((lead) => lead.Website_Lead_ID)).size).toBe(4);
    expect(leads).toHaveLength(4);
    const ledger = await stack.ledger();
    expect(ledger.map((lead) => lead.crm_id).sort()).toEqual(leads.map((lead) => lead.id).sort());
  });

  test('a throttled token or API pauses all calls and does not count as an attempt', async () => {
    await send(2);
    await stack.crmFault({ kind: 'rate_limit', times: 2 });
    await stack.work();
    expect(await stack.ledger()).toMatchObject([
      { crm_state: 'pending', crm_attempts: 0, last_error: 'token: throttled' },
      { crm_state: 'pending', crm_attempts: 0 },
    ]);
    // The calls are paused, so the remaining fault has no effect.
    await database
      .updateTable('leads')
      .set({ crm_due_at: new Date(0) })
      .execute();
    await stack.work();
    expect(await stack.ledger()).toMatchObject([
      { crm_state: 'pending', crm_busy_until: null, last_error: 'token: throttled' },
      { crm_state: 'pending', crm_busy_until: null },
    ]);
    await stack.makeDue();
    await stack.work();
    await stack.makeDue();
    await stack.work();
    const ledger = await stack.ledger();
    expect(ledger.map((lead) => [lead.crm_state, lead.crm_attempts])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ]);
  });

  test('refused credentials pause all calls, and no lead is lost', async () => {
    const { leadsOptions } = stack;
    const crm = createZohoCrm(database, { ...stack.zoho, refreshToken: 'revoked' }, stack.log);
    const leads = createLeads({ ...leadsOptions, crm });
    await send(1);
    const [lead] = await stack.ledger();
    await leads.deliver([lead?.id ?? '']);
    expect(await stack.ledger()).toMatchObject([
      { crm_state: 'pending', crm_attempts: 0, last_error: 'token: invalid_code' },
    ]);
    await stack.makeDue();
    await stack.work();
    expect(await states()).toEqual(['delivered']);
  });
});

describe('dead letters', () => {
  test('one invalid record does not block the others of its call', async () => {
    await send(3);
    const [bad] = await stack.ledger();
    await database
      .updateTable('leads')
      .set({ values: JSON.stringify({ email: 'a@example.com' }) })
      .where('id', '=', bad?.id ?? '')
      .execute();
    await stack.work();
    expect(await states()).toEqual(['dead', 'delivered', 'delivered']);
    const [dead] = await stack.ledger();
    expect(dead).toMatchObject({ last_error: 'MANDATORY_NOT_FOUND Last_Name', crm_due_at: null });
  });

  test('an operator can resend a dead letter', async () => {
    await send(1);
    await stack.crmFault({ kind: 'invalid_data', times: 1 });
    await stack.work();
    expect(await states()).toEqual(['dead']);
    await stack.work();
    expect(await states()).toEqual(['dead']);
    expect(await transact(database, (transaction) => resendToCrm(transaction, stack.jobs, 'all'))).toBe(1);
    await stack.work();
    expect(await states()).toEqual(['delivered']);
    expect(await stack.crmLeads()).toHaveLength(1);
  });

  test('a lead becomes a dead letter after eight attempts and a day', async () => {
    await send(1);
    await database
      .updateTable('leads')
      .set({ crm_attempts: 7, crm_first_failed_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    await stack.crmFault({ kind: 'http_500' });
    await stack.work();
    expect(await stack.ledger()).toMatchObject([{ crm_state: 'dead', last_error: 'token: HTTP 500' }]);
  });
});

describe('an email address that the CRM refuses', () => {
  /** Stores an address that the form would refuse. */
  async function setEmail(id: string, email: string): Promise<void> {
    await sql`update leads set "values" = "values" || ${JSON.stringify({ email })}::jsonb where id = ${id}`.execute(
      database,
    );
  }

  test.each([
    'asha@example.com.',
    'asha.@example.com',
    'a@b..c',
    'ash\u200ba@example.com',
    'mailto:asha@example.com',
    'आशा@example.com',
    `${'a'.repeat(70)}@${'b'.repeat(60)}.example`,
  ])('%j: the lead is delivered without the email, and with a note of it', async (email) => {
    await send(3);
    const [, second] = await stack.ledger();
    await setEmail(second?.id ?? '', email);
    await stack.work();
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered']);
    const leads = await stack.crmLeads();
    expect(leads).toHaveLength(3);
    const record = leads.find((lead) => lead.Website_Lead_ID === second?.id);
    expect(record).toMatchObject({
      First_Name: 'Asha',
      Last_Name: 'Nair',
      Description: `Email as entered: ${email}`,
    });
    expect(record).not.toHaveProperty('Email');
    expect((await stack.ledger()).map((lead) => lead.last_error)).toEqual([
      null,
      'delivered without the email: INVALID_DATA Email',
      null,
    ]);
  });

  test.each([
    ['asha@example.com\u2060', 'asha@example.com'],
    ['asha@münchen.example', 'asha@xn--mnchen-3ya.example'],
    ['asha@उदाहरण.परीक्षा', 'asha@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ])('%j has a non-ASCII domain: the email is sent as %s', async (email, punycode) => {
    await send(1);
    const [lead] = await stack.ledger();
    await setEmail(lead?.id ?? '', email);
    await stack.work();
    const [record] = await stack.crmLeads();
    expect(record).toMatchObject({ Email: punycode });
    expect(record).not.toHaveProperty('Description');
  });

  test('if the second call fails, the lead is retried and the others are not sent twice', async () => {
    await send(2);
    const [lead] = await stack.ledger();
    await setEmail(lead?.id ?? '', 'asha.@example.com');
    let inserts = 0;
    const { crm } = stack.leadsOptions;
    const failing: CrmProvider = {
      ...crm,
      insert(leads, triggers) {
        inserts += 1;
        if (inserts === 2) throw new RemoteError('crm', 'unreachable', 'no answer');
        return crm.insert(leads, triggers);
      },
    };
    await createLeads({ ...stack.leadsOptions, crm: failing }).deliver([lead?.id ?? '']);
    expect(await states()).toEqual(['pending', 'delivered']);
    await stack.makeDue();
    await stack.work();
    expect(await states()).toEqual(['delivered', 'delivered']);
    expect(await stack.crmLeads()).toHaveLength(2);
  });

  test('a record that is also refused without its email is a dead letter', async () => {
    await send(1);
    await database
      .updateTable('leads')
      .set({ values: JSON.stringify({ email: 'asha.@example.com' }) })
      .execute();
    await stack.work();
    expect(await stack.ledger()).toMatchObject([
      { crm_state: 'dead', last_error: 'MANDATORY_NOT_FOUND Last_Name' },
    ]);
  });
});

test('leads with the same trigger list are sent in one call', async () => {
  let calls = 0;
  const { leadsOptions } = stack;
  for (const form of jsonForms) await http.post(`/api/${form}`).send(samples[form]).expect(200);
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (String(input).includes('/crm/v8/Leads')) calls += 1;
    return realFetch(input, init);
  };
  try {
    const ids = (await stack.ledger()).map((lead) => lead.id);
    await createLeads(leadsOptions).deliver(ids);
  } finally {
    globalThis.fetch = realFetch;
  }
  expect(calls).toBe(2);
  expect(await stack.crmLeads()).toHaveLength(jsonForms.length);
});

test('concurrent handlers deliver each lead once', async () => {
  await send(20);
  const ids = (await stack.ledger()).map((lead) => lead.id);
  await Promise.all([stack.leads.deliver(ids), stack.leads.deliver(ids), stack.leads.deliver(ids)]);
  const leads = await stack.crmLeads();
  expect(leads).toHaveLength(20);
  expect(await stack.ledger()).toSatisfy((rows: { crm_attempts: number }[]) =>
    rows.every((row) => row.crm_attempts === 1),
  );
});

describe('one job for many leads', () => {
  const count = 230;

  /** Inserts due leads without jobs, as after an outage of the workers. @returns the id of the first one */
  async function queue(): Promise<string> {
    await sql`
      insert into leads (id, endpoint, form, submission_id, body_hash, email, "values", page_url, forward_state,
        crm_state, crm_due_at)
      select gen_random_uuid(), 'form', 'contact_us', gen_random_uuid(), number::text, 'p' || number || '@example.com',
        jsonb_build_object('first_name', 'Asha', 'last_name', 'Nair', 'email', 'p' || number || '@example.com'),
        'https://academy.example/contact-us', 'saved', 'pending', now()
      from generate_series(1, ${count}) as number`.execute(database);
    const [first] = await stack.ledger();
    return first?.id ?? '';
  }

  async function waitingJobs(): Promise<number> {
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::integer as jobs from pgboss.job
      where name = 'deliver-lead' and state = 'created'`.execute(database);
    return rows[0]?.jobs ?? 0;
  }

  test('delivers all due leads, each once', async () => {
    const id = await queue();
    const jobs = await waitingJobs();
    await stack.leads.deliver([id]);
    expect(new Set(await states())).toEqual(new Set(['delivered']));
    const leads = await stack.crmLeads();
    expect(leads).toHaveLength(count);
    expect(new Set(leads.map((lead) => lead.Website_Lead_ID)).size).toBe(count);
    expect(await waitingJobs()).toBe(jobs);
  });

  test('makes no calls when the process stops, and enqueues a job for the rest', async () => {
    const id = await queue();
    const jobs = await waitingJobs();
    await stack.leads.deliver([id], AbortSignal.abort());
    expect(await stack.crmLeads()).toEqual([]);
    expect(await stack.ledger()).toSatisfy((rows: { crm_busy_until: unknown }[]) =>
      rows.every((row) => row.crm_busy_until === null),
    );
    expect(await waitingJobs()).toBe(jobs + 1);
  });

  test('does not touch leads outside the call when the CRM pauses calls, and enqueues a job for the end of the pause', async () => {
    const id = await queue();
    const jobs = await waitingJobs();
    await stack.crmFault({ kind: 'rate_limit', times: 1 });
    await stack.leads.deliver([id]);
    // A call that ran concurrently with the refused call may have succeeded.
    const pending = (await stack.ledger()).filter((lead) => lead.crm_state === 'pending');
    expect(pending.length).toBeGreaterThanOrEqual(count - 200);
    const touched = pending.filter((lead) => lead.crm_busy_until !== null || lead.crm_attempts > 0);
    expect(touched).toEqual([]);
    expect(await waitingJobs()).toBeGreaterThan(jobs);
    await stack.makeDue();
    await stack.leads.deliver([id]);
    expect(new Set(await states())).toEqual(new Set(['delivered']));
    expect(await stack.crmLeads()).toHaveLength(count);
  });

  test('delivers the others if the record of one lead cannot be built', async () => {
    const id = await queue();
    await database.updateTable('leads').set({ form: 'unknown' }).where('id', '=', id).execute();
    await stack.leads.deliver([id]);
    expect(await stack.crmLeads()).toHaveLength(count - 1);
    const left = (await stack.ledger()).filter((lead) => lead.crm_state !== 'delivered');
    // Its next attempt may be due before the others are delivered.
    expect(left).toMatchObject([{ id, crm_state: 'pending', last_error: 'the record cannot be built' }]);
    expect(left[0]?.crm_attempts).toBeGreaterThan(0);
  });
});

test('a job with an unknown id succeeds', async () => {
  const id = randomUUID();
  expect(await stack.leads.deliver([id])).toEqual(new Map([[id, 'done']]));
  expect(await stack.leads.forward([id])).toEqual(new Map([[id, 'done']]));
});

test.each([
  ['https://www.zohoapis.in', 'https://accounts.zoho.in', true],
  ['https://www.zohoapis.com.au', 'https://accounts.zoho.com.au', true],
  ['http://127.0.0.1:4020', 'http://127.0.0.1:4020', true],
  ['http://127.0.0.1:4020', 'https://accounts.zoho.in', false],
  ['http://www.zohoapis.in', 'https://accounts.zoho.in', false],
  ['https://www.zohoapis.in.evil.example', 'https://accounts.zoho.in', false],
  ['https://evilzohoapis.in', 'https://accounts.zoho.in', false],
  ['no address', 'https://accounts.zoho.in', false],
])('records may go to %s for accounts at %s: %s', (domain, accounts, allowed) => {
  expect(isAllowedDomain(domain, accounts)).toBe(allowed);
});
