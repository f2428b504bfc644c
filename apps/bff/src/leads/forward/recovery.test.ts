import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { instructorFields, pdf, samples } from '../../../testing/leads/samples.ts';
import { transact } from '../../platform/database/transact.ts';
import { countUnaccounted } from '../ledger/lead-queries.ts';
import { resendToUpstream } from '../ledger/operator/operator-changes.ts';
import { createForwardResults, lateRefusals } from '../ledger/store/forward-results.ts';

const stack = await useLeadStack();
const { http, database } = stack;

beforeEach(stack.reset);

async function passTime(): Promise<void> {
  await stack.makeDue();
  await stack.work();
}

async function onlyLead() {
  const [lead] = await stack.ledger();
  return lead;
}

describe('a lead that is refused after it was confirmed to its visitor', () => {
  test.each(['http_500', 'lost_answer'])('is retried and saved, after %s', async (kind) => {
    await stack.upstreamFault({ kind, times: 1 });
    await stack.upstreamFault({ kind: 'refuse', times: 1 });
    await http.post('/api/contact_us').send(samples.contact_us).expect(200);
    await passTime();
    expect(await onlyLead()).toMatchObject({
      forward_state: 'refused_late',
      crm_state: 'delivered',
      forward_due_at: expect.any(Date),
    });
    await passTime();
    expect(await onlyLead()).toMatchObject({
      forward_state: 'saved',
      crm_state: 'delivered',
      forward_due_at: null,
      last_error: null,
    });
    expect(await stack.submissions()).toHaveLength(1);
    expect(await stack.crmLeads()).toHaveLength(1);
  });

  test('is no longer retried after eight refusals, until an operator retries it', async () => {
    await stack.upstreamFault({ kind: 'http_500', times: 1 });
    await stack.upstreamFault({ kind: 'refuse' });
    await http.post('/api/contact_us').send(samples.contact_us).expect(200);
    for (let requested = 1; requested < lateRefusals.asks; requested += 1) {
      await passTime();
      expect(await onlyLead()).toMatchObject({
        forward_due_at: expect.any(Date),
        forward_attempts: requested + 1,
      });
    }
    await passTime();
    const lead = await onlyLead();
    expect(lead).toMatchObject({ forward_state: 'refused_late', forward_due_at: null });
    await stack.upstreamFault({ kind: 'none' });
    await passTime();
    expect(await onlyLead()).toMatchObject({ forward_state: 'refused_late' });
    expect(await countUnaccounted(database)).toBe(0);

    const resend = () =>
      transact(database, (transaction) => resendToUpstream(transaction, stack.jobs, lead?.id ?? ''));
    expect(await resend()).toBe(true);
    await stack.work();
    expect(await onlyLead()).toMatchObject({ forward_state: 'saved', crm_state: 'delivered' });
    expect(await resend()).toBe(false);
  });

  test('is not reported as refused to a visitor who resubmits the form for a file', async () => {
    const body = { ...samples.resources_download_ebook, submission_id: randomUUID() };
    const send = async () => (await http.post('/api/resources_download_ebook').send(body).expect(200)).body;
    await stack.upstreamFault({ kind: 'http_500', times: 1 });
    await stack.upstreamFault({ kind: 'refuse', times: 1 });
    const first = await send();
    expect(first.status).toBe(1);
    expect(await send()).toEqual(first);
    expect(await onlyLead()).toMatchObject({ forward_state: 'refused_late' });
    expect((await send()).data).toEqual({ file_url: expect.stringContaining('/media/') });
    expect(await onlyLead()).toMatchObject({ forward_state: 'saved' });
    expect(await stack.submissions()).toHaveLength(1);
  });

  test('keeps its resume until it is saved', async () => {
    await stack.upstreamFault({ kind: 'http_500', times: 1 });
    await stack.upstreamFault({ kind: 'refuse', times: 1 });
    const call = http.post('/api/instructor');
    for (const [name, value] of Object.entries(instructorFields)) call.field(name, value);
    await call.attach('resume', pdf, { filename: 'cv.pdf' }).expect(200);
    await passTime();
    expect(await onlyLead()).toMatchObject({ forward_state: 'refused_late' });
    await passTime();
    const [submission] = await stack.submissions('instructor');
    expect(submission?.body).toMatchObject({ resume: { file_name: 'cv.pdf', size_bytes: pdf.length } });
    expect(await database.selectFrom('lead_files').selectAll().execute()).toEqual([]);
  });

  test('is picked up by the sweeper when its job is lost', async () => {
    await stack.upstreamFault({ kind: 'http_500', times: 1 });
    await stack.upstreamFault({ kind: 'refuse', times: 1 });
    await http.post('/api/contact_us').send(samples.contact_us).expect(200);
    await passTime();
    expect(await stack.leads.sweep()).toEqual({ forward: 0, deliver: 0 });
    await database
      .updateTable('leads')
      .set({ forward_due_at: new Date(Date.now() - 60_000) })
      .execute();
    expect(await stack.leads.sweep()).toEqual({ forward: 1, deliver: 0 });
  });
});

test('a lead with an unreadable row is kept, and does not block others', async () => {
  await stack.upstreamFault({ kind: 'http_500', times: 2 });
  for (const number of [1, 2])
    await http.post('/api/contact_us').send({ ...samples.contact_us, email: `p${number}@example.com` });
  const states = () =>
    database.selectFrom('leads').select(['forward_state', 'crm_state']).orderBy('id').execute();
  const [{ id = '', values } = {}] = await stack.ledger();
  const store = (text: string) =>
    database.updateTable('leads').set({ values: text }).where('id', '=', id).execute();
  await store('[]');
  await passTime();
  expect(await states()).toEqual([
    { forward_state: 'received', crm_state: 'waiting' },
    { forward_state: 'saved', crm_state: 'delivered' },
  ]);
  await store(JSON.stringify(values));
  await passTime();
  expect((await states())[0]).toEqual({ forward_state: 'saved', crm_state: 'delivered' });
});

test('the first stored result of concurrent attempts decides the visitor’s answer', async () => {
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  const lead = await onlyLead();
  const late = { status: 0, message: 'We cannot take this right now.' };
  const settle = createForwardResults(database, stack.jobs);
  const told = await settle({ id: lead?.id ?? '', kind: 'upstream_refused', answer: late, replaces: false });
  expect(told).toEqual(lead?.answer);
  expect(await onlyLead()).toMatchObject({ forward_state: 'saved', crm_state: 'pending' });
});

describe('after an outage', () => {
  const longAgo = new Date(Date.now() - 60_000);
  const far = new Date(Date.now() + 3_600_000);

  test('of the upstream, the first saved lead wakes the others that are not in progress', async () => {
    await stack.upstreamFault({ kind: 'http_500' });
    for (const number of [1, 2, 3])
      await http.post('/api/contact_us').send({ ...samples.contact_us, email: `p${number}@example.com` });
    await stack.upstreamFault({ kind: 'none' });
    await database.updateTable('leads').set({ forward_due_at: far, updated_at: longAgo }).execute();
    const [first, second, busy] = await stack.ledger();
    await database
      .updateTable('leads')
      .set({ forward_busy_until: far })
      .where('id', '=', busy?.id ?? '')
      .execute();
    await stack.leads.forward([second?.id ?? '']);
    expect(await stack.submissions()).toEqual([]);

    await database
      .updateTable('leads')
      .set({ forward_due_at: longAgo })
      .where('id', '=', first?.id ?? '')
      .execute();
    await stack.leads.forward([first?.id ?? '']);
    await stack.leads.forward([second?.id ?? '', busy?.id ?? '']);
    const saved = (await stack.ledger()).map((lead) => lead.forward_state);
    expect(saved).toEqual(['saved', 'saved', 'received']);
  });

  test('of the CRM, the first delivered lead wakes the others that are not in progress', async () => {
    for (const number of [1, 2, 3])
      await http.post('/api/contact_us').send({ ...samples.contact_us, email: `p${number}@example.com` });
    await stack.crmFault({ kind: 'http_500', times: 1 });
    await stack.work();
    await database.updateTable('leads').set({ crm_due_at: far, updated_at: longAgo }).execute();
    const [first, second, busy] = (await stack.ledger()).map((lead) => lead.id);
    await database
      .updateTable('leads')
      .set({ crm_busy_until: far })
      .where('id', '=', busy ?? '')
      .execute();
    await stack.leads.deliver([second ?? '']);
    expect(await stack.crmLeads()).toEqual([]);

    await database
      .updateTable('leads')
      .set({ crm_due_at: longAgo })
      .where('id', '=', first ?? '')
      .execute();
    await stack.leads.deliver([first ?? '']);
    await stack.leads.deliver([second ?? '', busy ?? '']);
    expect((await stack.ledger()).map((lead) => lead.crm_state)).toEqual([
      'delivered',
      'delivered',
      'pending',
    ]);
  });
});
