import { formNames, formOf } from '@meridian/contracts/leads/forms';
import { beforeEach, expect, test } from 'vitest';
import { useLeadStack } from './testing/lead-stack.ts';
import { samples } from './testing/samples.ts';

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

test.each(formNames)('%s: accepted, and delivered under our rules', async (form) => {
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
    Company: 'Meridian Agile Academy',
    Last_Name: 'Nair',
    Lead_Source: crm.source,
    Page_URL: record.Page_URL,
  });
  expect(lead?.trigger).toEqual(crm.trigger);
});

test('the same form and e-mail within 15 minutes is one lead, also at once and in another case', async () => {
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

test('what the form itself has brought is not brought again', async () => {
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await http
    .post('/api/zoho/contact_us')
    .send({ data: [{ ...record, Email: samples.contact_us.email }] })
    .expect(200);
  await stack.work();
  expect(await stack.crmLeads()).toHaveLength(1);
});

test('what the upstream refused may still come through this door', async () => {
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
  ['no last name', { data: [{ ...record, Last_Name: '' }] }],
  ['no e-mail', { data: [{ ...record, Email: 'nobody' }] }],
  ['an unknown field', { data: [{ ...record, Owner: 'me' }] }],
  ['an unknown part', { data: [record], wf: true }],
  ['a text that is too long', { data: [{ ...record, Page_URL: 'x'.repeat(5_000) }] }],
  ['nothing', {}],
])('%s: 400, and no row', async (_name, body) => {
  const answer = await http.post('/api/zoho/contact_us').send(body).expect(400);
  expect(answer.body).toMatchObject({ status: 0, message: expect.any(String) });
  expect(await stack.ledger()).toEqual([]);
});

test('an unknown form: 404', async () => {
  await http
    .post('/api/zoho/pmp_exam')
    .send({ data: [record] })
    .expect(404);
});
