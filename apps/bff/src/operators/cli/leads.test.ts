import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { instructorFields, type JsonFormName, pdf, samples } from '../../../testing/leads/samples.ts';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { applyRetention } from '../../leads/ledger/erasure/retention.ts';
import { leadsCommand } from './leads.ts';

const stack = await useLeadStack();
const { http, database } = stack;

beforeEach(stack.reset);

const actions = actionsOn(database, { jobs: stack.jobs });

async function ops(...args: string[]): Promise<{ status: number; text: string }> {
  const lines: string[] = [];
  const status = await leadsCommand(args, { database, actions }, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

async function onlyId(): Promise<string> {
  const [lead] = await stack.ledger();
  return lead?.id ?? '';
}

test('lists leads with their counts by state, without personal data', async () => {
  await http.post('/api/contact_us').send(samples.contact_us);
  await http.post('/api/partner_with_us').send({ ...samples.partner_with_us, website: 'x' });
  const all = await ops();
  expect(all).toMatchObject({ status: 0, text: expect.stringContaining('leads in an unknown state: 0') });
  expect(all.text).toMatch(/^id +received +form +upstream \(attempts\) +CRM \(attempts\)/);
  expect(all.text).toMatch(
    /^[0-9a-f-]{36} {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d IST {2}contact_us +saved \(1\)/m,
  );
  expect(all.text).not.toMatch(/asha/i);
  const { text } = await ops('--state', 'quarantined', '--json');
  expect(JSON.parse(text)).toMatchObject({
    leads: [{ form: 'partner_with_us', forward_state: 'quarantined' }],
    unaccounted: 0,
  });
  expect(await ops('--state', 'nowhere')).toMatchObject({ status: 2 });
});

test('shows one lead with its history', async () => {
  await stack.upstreamFault({ kind: 'http_500', times: 1 });
  await http.post('/api/contact_us').send(samples.contact_us);
  await stack.makeDue();
  await stack.work();
  const { status, text } = await ops('show', await onlyId());
  expect(status).toBe(0);
  expect(text).toContain('Asha.Nair@example.com');
  const kinds = text.split('\n').map((line) => line.split('  ')[1]);
  expect(kinds).toEqual(
    expect.arrayContaining(['received', 'forward_failed', 'upstream_saved', 'crm_delivered']),
  );
  expect(await ops('show', '00000000-0000-7000-8000-000000000000')).toMatchObject({ status: 1 });
});

test('resends one dead letter or all', async () => {
  for (const number of [1, 2, 3])
    await http.post('/api/contact_us').send({ ...samples.contact_us, email: `p${number}@example.com` });
  await stack.crmFault({ kind: 'invalid_data', times: 1 });
  await stack.work();
  const id = await onlyId();
  expect(await ops('resend', id)).toEqual({ status: 0, text: 'The lead is being sent to the CRM again.' });
  expect(await ops('resend', id)).toMatchObject({ status: 1 });
  const all = { status: 0, text: '2 leads are being sent to the CRM again.' };
  expect(await ops('resend', '--all-dead')).toEqual(all);
  await stack.work();
  expect(await stack.crmLeads()).toHaveLength(3);
});

test('releases a quarantined lead', async () => {
  await http.post('/api/contact_us').send({ ...samples.contact_us, website: 'x' });
  expect(await ops('release', await onlyId())).toEqual({
    status: 0,
    text: 'The lead is released and is being sent.',
  });
  expect(await ops('release', await onlyId())).toMatchObject({ status: 1 });
  await stack.work();
  expect(await stack.crmLeads()).toHaveLength(1);
});

test('rejects a quarantined lead: it is not sent, counts as accounted for, and can be released', async () => {
  await http.post('/api/contact_us').send({ ...samples.contact_us, website: 'x' });
  const id = await onlyId();
  expect(await ops('reject', id)).toMatchObject({
    status: 0,
    text: expect.stringMatching(/^The lead is rejected/),
  });
  expect(await ops('reject', id)).toMatchObject({ status: 1 });
  await stack.makeDue();
  await stack.work();
  expect(await stack.submissions()).toEqual([]);
  expect(await stack.crmLeads()).toEqual([]);
  expect((await ops('--state', 'rejected')).text).toContain('leads in an unknown state: 0');
  expect(await ops('release', id)).toMatchObject({ status: 0 });
  await stack.work();
  expect(await stack.crmLeads()).toHaveLength(1);
  expect(await ops('reject', id)).toMatchObject({ status: 1 });
});

test('prints one JSON document with --json, whether the command succeeds or not', async () => {
  const nobody = '00000000-0000-7000-8000-000000000000';
  const answerOf = async (...args: string[]) => {
    const { status, text } = await ops(...args, '--json');
    return { status, answer: JSON.parse(text) };
  };
  await http.post('/api/contact_us').send({ ...samples.contact_us, website: 'x' });
  const id = await onlyId();
  const [done, error] = [expect.any(String), expect.any(String)];
  const lead = { id, form: 'contact_us' };
  expect(await answerOf('release', id)).toEqual({
    status: 0,
    answer: { done, leads: [{ ...lead, forward_state: 'received', crm_state: 'waiting' }] },
  });
  const refused = (code: string) => ({ status: 1, answer: { error, code } });
  expect(await answerOf('release', id)).toEqual(refused('lead_not_quarantined'));
  expect(await answerOf('show', nobody)).toEqual({ status: 1, answer: { error } });
  expect(await answerOf('resend', id)).toEqual(refused('lead_not_resendable'));
  await stack.crmFault({ kind: 'invalid_data', times: 1 });
  await stack.work();
  expect(await answerOf('resend', id)).toEqual({
    status: 0,
    answer: { done, leads: [{ ...lead, forward_state: 'saved', crm_state: 'pending', sent_to: ['CRM'] }] },
  });
  const none = { status: 0, answer: { done, leads: { sent_again: 0 } } };
  expect(await answerOf('resend', '--all-dead')).toEqual(none);
  const email = String(samples.contact_us.email);
  expect(await answerOf('erase', '--email', email)).toEqual({
    status: 0,
    answer: { done, leads: { erased: 1 } },
  });
  expect(await answerOf('erase', '--email', email)).toEqual({ status: 0, answer: { leads: { erased: 0 } } });
});

describe('edit', () => {
  async function deadLetter(form: JsonFormName = 'contact_us'): Promise<string> {
    await http.post(`/api/${form}`).send(samples[form]).expect(200);
    await stack.crmFault({ kind: 'invalid_data', times: 1 });
    await stack.work();
    expect(await stack.ledger()).toMatchObject([{ crm_state: 'dead' }]);
    return onlyId();
  }

  async function refusedLate(): Promise<string> {
    await stack.upstreamFault({ kind: 'http_500', times: 1 });
    await stack.upstreamFault({ kind: 'refuse', times: 1 });
    await http.post('/api/contact_us').send(samples.contact_us).expect(200);
    await stack.makeDue();
    await stack.work();
    return onlyId();
  }

  test('a dead letter is corrected and resent once, under its id', async () => {
    const id = await deadLetter();
    const args = [
      'edit',
      id,
      '--email',
      'new@example.com',
      '--first-name',
      'Aisha',
      '--set',
      'last_name=Rao',
    ];
    const { status, text } = await ops(...args, '--by', 'ravi');
    expect(status).toBe(0);
    expect(text).toContain('Edited first_name, last_name, email. The lead is being sent to the CRM again.');
    expect(text).toContain('The upstream keeps the old values');
    await stack.work();
    expect(await stack.ledger()).toMatchObject([{ id, crm_state: 'delivered', email: 'new@example.com' }]);
    expect(await stack.crmLeads()).toMatchObject([
      { Website_Lead_ID: id, Email: 'new@example.com', First_Name: 'Aisha', Last_Name: 'Rao' },
    ]);
    expect(await stack.submissions()).toHaveLength(1);
    const { text: shown } = await ops('show', id);
    expect(shown).toContain('edited  first_name, last_name, email by shell ravi@');
    // A delivered lead cannot be edited.
    expect(await ops('edit', id, '--email', 'x@example.com')).toMatchObject({ status: 1 });
  });

  test('--phone sets the form’s own field for the phone number', async () => {
    const id = await deadLetter('special_offer');
    expect(await ops('edit', id, '--phone', '98450 11111')).toMatchObject({ status: 0 });
    await stack.work();
    expect(await stack.crmLeads()).toMatchObject([{ Phone: '98450 11111' }]);
  });

  test('a CRM record can be edited, too', async () => {
    const record = {
      First_Name: 'Asha',
      Last_Name: 'Nair',
      Email: 'asha@example.com',
      Phone: '98450 00000',
    };
    await http
      .post('/api/zoho/contact_us')
      .send({ data: [record] })
      .expect(200);
    await stack.crmFault({ kind: 'invalid_data', times: 1 });
    await stack.work();
    const id = await onlyId();
    expect(await ops('edit', id, '--last-name', 'Rao', '--company', 'x')).toMatchObject({ status: 1 });
    expect(await ops('edit', id, '--last-name', 'Rao')).toMatchObject({ status: 0 });
    await stack.work();
    expect(await stack.crmLeads()).toMatchObject([{ Last_Name: 'Rao' }]);
  });

  test('a lead that was refused late is resent to the upstream; the CRM keeps the old values', async () => {
    const id = await refusedLate();
    await stack.upstreamFault({ kind: 'none' });
    const { status, text } = await ops('edit', id, '--email', 'new@example.com', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(text)).toMatchObject({
      leads: [{ id, changed: ['email'], sent_to: ['upstream'], unchanged_in: ['CRM'] }],
    });
    await stack.work();
    expect(await stack.ledger()).toMatchObject([{ forward_state: 'saved', crm_state: 'delivered' }]);
    expect(await stack.submissions()).toMatchObject([
      { body: { email: 'new@example.com' }, idempotency_key: id },
    ]);
    expect(await stack.crmLeads()).toMatchObject([{ Email: 'Asha.Nair@example.com' }]);
  });

  test('a refused lead is processed again, and a resubmission by its visitor gets the new result', async () => {
    const submission_id = randomUUID();
    await stack.upstreamFault({ kind: 'refuse', times: 1 });
    const send = () => http.post('/api/contact_us').send({ ...samples.contact_us, submission_id });
    expect((await send()).body.status).toBe(0);
    const id = await onlyId();
    expect(await ops('edit', id, '--email', 'new@example.com')).toMatchObject({ status: 0 });
    expect((await ops()).text).toContain('leads in an unknown state: 0');
    await stack.work();
    expect(await stack.ledger()).toMatchObject([{ forward_state: 'saved', crm_state: 'delivered' }]);
    expect((await send()).body.status).toBe(1);
    expect(await stack.submissions()).toHaveLength(1);
    expect(await stack.crmLeads()).toMatchObject([{ Email: 'new@example.com' }]);
  });

  test('a lead that the CRM already has gets a note that the edit may be missing there', async () => {
    await http.post('/api/contact_us').send(samples.contact_us).expect(200);
    await stack.work();
    const id = await onlyId();
    const late = await ops('edit', id, '--email', 'new@example.com');
    expect(late).toMatchObject({ status: 1, text: expect.stringContaining('The CRM already has this lead') });
    // Simulates a delivery whose response was lost and whose retries failed.
    await database.updateTable('leads').set({ crm_state: 'dead' }).execute();
    expect(await ops('edit', id, '--email', 'new@example.com')).toMatchObject({ status: 0 });
    await stack.work();
    expect(await stack.crmLeads()).toMatchObject([{ Email: 'Asha.Nair@example.com' }]);
    expect(await stack.ledger()).toMatchObject([
      { crm_state: 'delivered', last_error: 'in the CRM already, perhaps as it was before the edit' },
    ]);
  });

  test('an edit is refused while an attempt is in progress', async () => {
    const id = await refusedLate();
    await database
      .updateTable('leads')
      .set({ forward_busy_until: new Date(Date.now() + 60_000) })
      .execute();
    const refused = await ops('edit', id, '--email', 'new@example.com');
    expect(refused).toMatchObject({ status: 1, text: expect.stringContaining('in progress') });
    expect(await stack.ledger()).toMatchObject([{ email: 'asha.nair@example.com' }]);
  });

  test('values that the form refuses are refused, without a value in the message', async () => {
    const id = await deadLetter();
    const refused = await ops('edit', id, '--email', 'nobody at all', '--json');
    expect(refused.status).toBe(1);
    expect(JSON.parse(refused.text)).toMatchObject({ error: 'email: Email address is invalid' });
    expect(await ops('edit', id, '--email', String(samples.contact_us.email))).toMatchObject({ status: 1 });
    expect(await ops('edit', id, '--set', 'crm_state=delivered')).toMatchObject({ status: 1 });
    expect(await ops('edit', id, '--set', '__proto__=x')).toMatchObject({ status: 2 });
    expect(await stack.ledger()).toMatchObject([{ crm_state: 'dead' }]);
    const history = await database
      .selectFrom('lead_events')
      .select('kind')
      .where('kind', '=', 'edited')
      .execute();
    expect(history).toEqual([]);
  });

  test('one of two concurrent edits succeeds, with one delivery', async () => {
    const id = await deadLetter();
    const edits = await Promise.all([
      ops('edit', id, '--email', 'one@example.com'),
      ops('edit', id, '--email', 'two@example.com'),
    ]);
    expect(edits.map(({ status }) => status).sort()).toEqual([0, 1]);
    await stack.work();
    expect(await stack.crmLeads()).toHaveLength(1);
  });

  test('an erased or unknown lead cannot be edited', async () => {
    const id = await deadLetter();
    await ops('erase', '--email', String(samples.contact_us.email));
    expect(await ops('edit', id, '--email', 'new@example.com')).toMatchObject({ status: 1 });
    expect(
      await ops('edit', '00000000-0000-7000-8000-000000000000', '--email', 'a@example.com'),
    ).toMatchObject({
      status: 1,
    });
  });
});

test.each([
  [['--stat', 'dead'], "Unknown option '--stat'"],
  [['resend', '00000000-0000-7000-8000-000000000000', '--email', 'a@b.cd'], "Unknown option '--email'"],
  [['--all-dead'], "Unknown option '--all-dead'"],
  [['edit', '00000000-0000-7000-8000-000000000000', '--set', 'email'], 'ops leads edit'],
  [['edit', '00000000-0000-7000-8000-000000000000'], 'ops leads edit'],
])('%j is refused with a message', async (args, sentence) => {
  expect(await ops(...args)).toMatchObject({ status: 2, text: expect.stringContaining(sentence) });
});

test.each([[['nonsense']], [['show']], [['show', 'x']], [['resend']], [['erase']], [['release', 'a', 'b']]])(
  '%j is a usage error',
  async (args) => {
    const { status, text } = await ops(...args);
    expect(status).toBe(2);
    expect(text).toContain('ops leads');
  },
);

describe('erasure', () => {
  async function everything(): Promise<string> {
    const tables = ['leads', 'lead_events', 'lead_files', 'lead_file_chunks'] as const;
    const rows = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
    return JSON.stringify(rows);
  }

  test('a person’s leads in different states are erased, and no longer delivered', async () => {
    await http.post('/api/contact_us').send(samples.contact_us);
    await stack.work();
    await http.post('/api/skill_up_your_team').send(samples.skill_up_your_team);
    await stack.upstreamFault({ kind: 'http_500' });
    const call = http.post('/api/instructor');
    for (const [name, value] of Object.entries(instructorFields)) call.field(name, value);
    await call.attach('resume', pdf, { filename: 'asha.pdf' }).expect(200);
    await http.post('/api/partner_with_us').send({ ...samples.partner_with_us, website: 'x' });
    await http.post('/api/contact_us').send({ ...samples.contact_us, email: 'other@example.com' });

    expect(await ops('erase', '--email', ' ASHA.nair@Example.com')).toEqual({
      status: 0,
      text: '4 leads are erased.',
    });
    const kept = await everything();
    expect(kept).not.toMatch(/asha\.nair|Rao/i);
    expect(kept).toContain('other@example.com');
    await stack.upstreamFault({ kind: 'none' });
    await stack.makeDue();
    await stack.work();
    expect((await stack.crmLeads()).map((lead) => lead.Email).sort()).toEqual([
      'Asha.Nair@example.com',
      'other@example.com',
    ]);
    expect((await ops()).text).toContain('leads in an unknown state: 0');
  });

  test('delivered, refused and rejected leads are erased after the retention period; others are kept', async () => {
    await http.post('/api/contact_us').send(samples.contact_us);
    await stack.work();
    await stack.upstreamFault({ kind: 'refuse', times: 1 });
    await http.post('/api/partner_with_us').send(samples.partner_with_us);
    await http.post('/api/special_offer').send(samples.special_offer);
    await http.post('/api/contact_us').send({ ...samples.contact_us, website: 'x' });
    const suspect = (await stack.ledger()).find(({ forward_state: state }) => state === 'quarantined');
    await ops('reject', suspect?.id ?? '');
    expect(await applyRetention(database, 30)).toBe(0);
    const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000);
    await database.updateTable('leads').set({ received_at: longAgo }).execute();
    await database
      .updateTable('leads')
      .set({ delivered_at: longAgo })
      .where('crm_state', '=', 'delivered')
      .execute();
    expect(await applyRetention(database, 30)).toBe(3);
    expect(await applyRetention(database, 30)).toBe(0);
    expect(await ops('release', suspect?.id ?? '')).toMatchObject({ status: 1 });
    const ledger = await stack.ledger();
    expect(ledger.map((lead) => [lead.form, Object.keys(lead.values ?? {}).length > 0])).toEqual([
      ['contact_us', false],
      ['partner_with_us', false],
      ['special_offer', true],
      ['contact_us', false],
    ]);
  });
});
