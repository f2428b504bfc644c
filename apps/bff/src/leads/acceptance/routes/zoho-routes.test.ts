import { formNames, formOf } from '@meridian/contracts/leads/forms';
import { instance } from '@meridian/contracts/site/instance';
import { beforeEach, describe, expect, test } from 'vitest';
import { useLeadStack } from '../../../../testing/leads/lead-stack.ts';
import { samples } from '../../../../testing/leads/samples.ts';
import { transact } from '../../../platform/database/transact.ts';
import { releaseLead } from '../../ledger/operator/operator-changes.ts';
import { repetitionLimit } from '../../ledger/store/repetition.ts';

const stack = await useLeadStack();
const { http } = stack;

beforeEach(stack.reset);

const record = {
  Company: 'Somebody else',
  First_Name: 'Asha',
  Last_Name: 'Nair',
  Email: 'asha@example.com',
  Phone: '98450 00000',
  Lead_Status: 'New',
  Lead_Source: 'Direct',
  Page_URL: 'https://academy.example/contact-us',
};

test.each(formNames)(
  '%s: the record is accepted, and delivered with the company, source and trigger of the server',
  async (form) => {
    const { crm } = formOf(form);
    const answer = await http
      .post(`/api/zoho/${crm.form}`)
      .send({ data: [record], trigger: ['workflow', 'nonsense'] })
      .expect(200);
    expect(answer.body).toMatchObject({ status: 1 });
    expect(await stack.submissions()).toEqual([]);
    await stack.work();
    const [lead] = await stack.crmLeads();
    expect(lead).toMatchObject({
      Company: instance().name,
      Last_Name: 'Nair',
      Lead_Source: crm.source,
      Page_URL: record.Page_URL,
    });
    expect(lead?.trigger).toEqual(crm.trigger);
  },
);

test('records of the same form and email within 15 minutes are one lead, also concurrently and in another case', async () => {
  const path = '/api/zoho/contact_us';
  await Promise.all(
    Array.from({ length: 6 }, () =>
      http
        .post(path)
        .send({ data: [record] })
        .expect(200),
    ),
  );
  await http
    .post(path)
    .send({ data: [{ ...record, Email: 'ASHA@example.com' }] })
    .expect(200);
  expect(await stack.ledger()).toHaveLength(1);
  await http
    .post('/api/zoho/partner_with_us')
    .send({ data: [record] })
    .expect(200);
  expect(await stack.ledger()).toHaveLength(2);
  await stack.database
    .updateTable('leads')
    .set({ received_at: new Date(Date.now() - 16 * 60_000) })
    .execute();
  await http
    .post(path)
    .send({ data: [record] })
    .expect(200);
  expect(await stack.ledger()).toHaveLength(3);
});

test('a record that duplicates a lead of the form makes no second lead', async () => {
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await http
    .post('/api/zoho/contact_us')
    .send({ data: [{ ...record, Email: samples.contact_us.email }] })
    .expect(200);
  await stack.work();
  expect(await stack.crmLeads()).toHaveLength(1);
});

test('a record is accepted after the upstream refused the lead of the form', async () => {
  await stack.upstreamFault({ kind: 'refuse', times: 1 });
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await http
    .post('/api/zoho/contact_us')
    .send({ data: [{ ...record, Email: samples.contact_us.email }] })
    .expect(200);
  await stack.work();
  expect(await stack.crmLeads()).toHaveLength(1);
});

test.each([
  ['no record', { data: [] }],
  ['two records', { data: [record, record] }],
  ['no first name', { data: [{ ...record, First_Name: null }] }],
  ['no phone number', { data: [{ ...record, Phone: ' ' }] }],
  ['a first name that is too long', { data: [{ ...record, First_Name: 'x'.repeat(81) }] }],
  ['no last name', { data: [{ ...record, Last_Name: '' }] }],
  ['no email', { data: [{ ...record, Email: 'nobody' }] }],
  ['nothing', {}],
])('%s is refused with 400 and stores no row', async (_name, body) => {
  const answer = await http.post('/api/zoho/contact_us').send(body).expect(400);
  expect(answer.body).toMatchObject({ status: 0, message: expect.any(String) });
  expect(await stack.ledger()).toEqual([]);
});

test('unknown keys of the body and of the record are ignored and counted', async () => {
  await http
    .post('/api/zoho/contact_us')
    .send({ data: [{ ...record, Owner: 'me', Tag: [{ name: 'x' }] }], trigger: [{ a: 1 }], wf: true })
    .expect(200);
  expect(await stack.ledger()).toHaveLength(1);
  expect(stack.unknownFields).toEqual(Array(3).fill('/api/zoho/contact_us'));
});

test('machine-filled values are cut or left out', async () => {
  const sent = {
    ...record,
    Phone: 9_845_000_000,
    Email: 'mailto:Asha@example.com.',
    Company: 7,
    Lead_Status: { a: 1 },
    Page_URL: `https://academy.example/contact-us?gclid=${'x'.repeat(5_000)}`,
    Description: ['x'],
  };
  await http
    .post('/api/zoho/contact_us')
    .send({ data: [sent], trigger: 'workflow' })
    .expect(200);
  await stack.work();
  expect(await stack.crmLeads()).toMatchObject([
    { Last_Name: 'Nair', Phone: '9845000000', Email: 'Asha@example.com', Page_URL: record.Page_URL },
  ]);
});

describe('records about the same course are one lead:', () => {
  const advisor = {
    ...record,
    Course_Name1: 'SAFe Agilist',
    Page_URL: 'https://academy.example/safe/agilist',
  };
  const { Course_Name1: _name, ...pageOnly } = advisor;

  async function leadsAfter(form: string, ...records: object[]): Promise<number> {
    for (const sent of records)
      await http
        .post(`/api/zoho/${form}`)
        .send({ data: [sent] })
        .expect(200);
    return (await stack.ledger()).length;
  }

  test.each([
    [
      'the same course in other letter case and spacing',
      advisor,
      { ...advisor, Course_Name1: ' safe  AGILIST ' },
      1,
    ],
    ['another course', advisor, { ...advisor, Course_Name1: 'SAFe POPM' }, 2],
    ['the same course from another page', advisor, { ...advisor, Page_URL: 'https://academy.example/' }, 1],
    [
      'the same page with another query',
      pageOnly,
      { ...pageOnly, Page_URL: `${advisor.Page_URL}/?utm_id=1` },
      1,
    ],
    ['another page', pageOnly, { ...pageOnly, Page_URL: 'https://academy.example/safe/popm' }, 2],
    ['the same page without the name', advisor, pageOnly, 1],
    ['no course at all', record, record, 1],
  ])('%s', async (_name, first, second, expected) => {
    expect(await leadsAfter('talk_to_our_advisor', first, second)).toBe(expected);
  });

  test('forms without a course ignore the course of a record', async () => {
    const elsewhere = { ...record, Page_URL: 'https://academy.example/safe/popm', Course_Name1: 'x' };
    expect(await leadsAfter('contact_us', record, elsewhere)).toBe(1);
  });

  test('a lead of the form and a record', async () => {
    await http.post('/api/talk_to_our_advisor').send(samples.talk_to_our_advisor).expect(200);
    const mine = { ...advisor, Email: samples.talk_to_our_advisor.email };
    expect(await leadsAfter('talk_to_our_advisor', mine)).toBe(1);
    expect(await leadsAfter('talk_to_our_advisor', { ...mine, Course_Name1: 'SAFe POPM' })).toBe(2);
  });

  test('concurrent records of two courses are two leads', async () => {
    const courses = ['SAFe POPM', 'SAFe Agilist'];
    await Promise.all(
      Array.from({ length: 6 }, (_value, number) =>
        http
          .post('/api/zoho/skill_up_your_team')
          .send({ data: [{ ...advisor, Course_Name1: courses[number % 2] }] })
          .expect(200),
      ),
    );
    expect(await stack.ledger()).toHaveLength(2);
  });
});

test('a stranger’s record with a person’s email does not suppress the record of that person', async () => {
  const send = (name: string, address: string) =>
    http
      .post('/api/zoho/contact_us')
      .set('x-forwarded-for', address)
      .send({ data: [{ ...record, First_Name: name }] })
      .expect(200);
  await send('Stranger', '203.0.113.7');
  await send('Asha', '198.51.100.9');
  await send('Asha', '198.51.100.9');
  await stack.work();
  expect((await stack.crmLeads()).map((lead) => lead.First_Name)).toEqual(['Stranger', 'Asha']);
});

describe('suspected spam', () => {
  const link = { ...record, First_Name: 'Click https://evil.example' };

  test.each([
    ['a link in the name', { data: [link] }],
    ['a filled honeypot', { data: [record], website: 'https://spam.example' }],
    ['a submission that is too fast', { data: [record], filled_in_ms: 300 }],
  ])(
    'with %s waits in quarantine, and is delivered only to the CRM after its release',
    async (_name, body) => {
      const answer = await http.post('/api/zoho/contact_us').send(body).expect(200);
      expect(answer.body).toMatchObject({ status: 1, message: 'The lead was accepted.' });
      await stack.work();
      expect(await stack.crmLeads()).toEqual([]);
      const [lead] = await stack.ledger();
      expect(lead).toMatchObject({ forward_state: 'quarantined', crm_state: 'waiting' });
      await transact(stack.database, (transaction) => releaseLead(transaction, stack.jobs, lead?.id ?? ''));
      await stack.work();
      expect(await stack.submissions()).toEqual([]);
      expect(await stack.crmLeads()).toHaveLength(1);
    },
  );

  test('includes records over the limit per form and email, regardless of the course', async () => {
    for (let number = 0; number <= repetitionLimit.leads; number += 1)
      await http
        .post('/api/zoho/talk_to_our_advisor')
        .send({ data: [{ ...record, Course_Name1: `Course ${number}` }] })
        .expect(200);
    const ledger = await stack.ledger();
    expect(ledger.filter(({ forward_state: state }) => state === 'quarantined')).toHaveLength(1);
  });
});

test('an unknown form is refused with 404', async () => {
  await http
    .post('/api/zoho/pmp_exam')
    .send({ data: [record] })
    .expect(404);
});
