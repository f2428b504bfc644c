import { randomUUID } from 'node:crypto';
import { forms } from '@meridian/contracts/leads/forms';
import { beforeEach, describe, expect, test } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { jsonForms, samples } from '../../../testing/leads/samples.ts';

const stack = await useLeadStack();
const { http } = stack;

beforeEach(stack.reset);

describe.each(jsonForms)('%s', (form) => {
  test('is saved upstream, delivered to the CRM and answered with the upstream message', async () => {
    const answer = await http.post(`/api/${form}`).send(samples[form]).expect(200);
    expect(answer.body).toMatchObject({ status: 1, message: expect.stringMatching(/^Thank you/) });

    const [submission, ...others] = await stack.submissions();
    expect(others).toEqual([]);
    expect(submission?.form).toBe(form);
    const specified = [...forms[form].fields.map((field) => field.name), ...Object.keys(forms[form].context)];
    expect(Object.keys(submission?.body ?? {}).sort()).toEqual(specified.sort());

    await stack.work();
    const [crmLead] = await stack.crmLeads();
    const [lead] = await stack.ledger();
    expect(crmLead).toMatchObject({ Email: 'Asha.Nair@example.com', Website_Lead_ID: lead?.id });
    expect(crmLead?.trigger).toEqual(forms[form].crm.trigger);
    expect(lead).toMatchObject({ forward_state: 'saved', crm_state: 'delivered', crm_id: crmLead?.id });
  });

  test('returns the upstream’s message and does not go to the CRM if the upstream refuses it', async () => {
    await stack.upstreamFault({ kind: 'refuse', times: 1 });
    const answer = await http.post(`/api/${form}`).send(samples[form]).expect(200);
    expect(answer.body).toMatchObject({ status: 0, message: 'We cannot take this right now.' });
    expect(await stack.ledger()).toMatchObject([{ forward_state: 'refused', crm_state: 'none' }]);
    await stack.makeDue();
    await stack.work();
    expect(await stack.crmLeads()).toEqual([]);
  });

  test.each(['http_500', 'html_502', 'reset', 'malformed', 'wrong_shape', 'lost_answer'])(
    'is confirmed while the upstream fails with %s, and then delivered once',
    async (kind) => {
      await stack.upstreamFault({ kind, times: 1 });
      const answer = await http.post(`/api/${form}`).send(samples[form]).expect(200);
      expect(answer.body).toMatchObject({ status: 1, message: expect.stringMatching(/^Thank you/) });
      expect(await stack.ledger()).toMatchObject([
        { forward_state: 'received', forward_attempts: 1, crm_state: 'waiting' },
      ]);
      await stack.makeDue();
      await stack.work();
      expect(await stack.submissions()).toHaveLength(1);
      expect(await stack.crmLeads()).toHaveLength(1);
    },
  );

  test('a repeated submission gets the first answer and creates no second lead', async () => {
    const body = { ...samples[form], submission_id: randomUUID() };
    const first = await http.post(`/api/${form}`).send(body).expect(200);
    const again = await http
      .post(`/api/${form}`)
      .send({ ...body, attribution: { page_url: 'https://academy.example/other' } })
      .expect(200);
    expect(again.body).toEqual(first.body);
    expect(await stack.ledger()).toHaveLength(1);
    expect(await stack.submissions()).toHaveLength(1);
  });

  test('a submission id with a different body is a conflict', async () => {
    const body = { ...samples[form], submission_id: randomUUID() };
    await http.post(`/api/${form}`).send(body).expect(200);
    const conflict = await http
      .post(`/api/${form}`)
      .send({ ...body, email: 'else@example.com' })
      .expect(409);
    expect(conflict.body).toMatchObject({ status: 0, message: expect.stringContaining('already sent') });
    expect(await stack.ledger()).toHaveLength(1);
  });
});

const needed: Partial<Record<string, Record<string, string>>> = {
  special_offer: {
    full_name: 'Full Name is required',
    email: 'Email is required',
    mobile_number: 'Mobile Number is required',
  },
  talk_to_our_advisor: {
    full_name: 'Full Name is required',
    email: 'Email is required',
    phone_number: 'Phone Number is required',
  },
};
const fourFields = {
  first_name: 'First Name is required',
  last_name: 'Last Name is required',
  email: 'Email is required',
  phone_number: 'Phone Number is required',
};
const messagesOf = (form: string): Record<string, string> =>
  needed[form] ?? {
    ...fourFields,
    ...(form === 'pmp_exam' && { comment: 'Comment is required' }),
    ...(form === 'skill_up_your_team' && { query: 'Query is required' }),
    ...(form === 'corporate_training_form' && { company_name: 'Company Name is required' }),
    ...(['contact_us', 'corporate_training_form', 'partner_with_us'].includes(form) && {
      message: 'Messages is required',
    }),
  };

describe('messages of the specification, section 5', () => {
  const cases = jsonForms.flatMap((form) =>
    Object.entries(messagesOf(form)).map(([field, message]) => ({ form, field, message })),
  );

  test.each(cases)('$form without $field: $message', async ({ form, field, message }) => {
    const answer = await http
      .post(`/api/${form}`)
      .send({ ...samples[form], [field]: '  ' })
      .expect(400);
    expect(answer.body).toMatchObject({ status: 0, errors: { [field]: [message] } });
    expect(await stack.ledger()).toEqual([]);
  });

  test.each(jsonForms)('%s with an invalid email', async (form) => {
    const answer = await http
      .post(`/api/${form}`)
      .send({ ...samples[form], email: 'asha@nowhere' })
      .expect(400);
    expect(answer.body.errors).toEqual({ email: ['Email address is invalid'] });
  });

  test.each(['special_offer', 'talk_to_our_advisor'] as const)('%s with one word as a name', async (form) => {
    const answer = await http
      .post(`/api/${form}`)
      .send({ ...samples[form], full_name: ' Asha ' })
      .expect(400);
    expect(answer.body.errors).toEqual({ full_name: ['Enter both first and last name'] });
  });

  test('a blog query without any name', async () => {
    const answer = await http
      .post('/api/pmp_exam')
      .send({ ...samples.pmp_exam, first_name: '', last_name: '' })
      .expect(400);
    expect(answer.body.errors).toEqual({ first_name: ['First and Last Name is required'] });
  });
});

describe('requests that no browser sends', () => {
  const valid = samples.contact_us;
  test.each<[string, string]>([
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['invalid JSON', '{"first_name":'],
    ['nothing', ''],
    ['a prototype', `{"__proto__":{"x":1},${JSON.stringify(valid).slice(1)}`],
    ['a constructor', `{"constructor":{"prototype":{"x":1}},${JSON.stringify(valid).slice(1)}`],
    ['an object for a text', JSON.stringify({ ...valid, message: { $gt: '' } })],
    ['a text that is too long', JSON.stringify({ ...valid, message: 'x'.repeat(5_001) })],
    ['a body that is too large', JSON.stringify({ ...valid, message: 'x'.repeat(200_000) })],
    ['deep nesting', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ])('%s is refused and stores no row', async (_name, body) => {
    const answer = await http.post('/api/contact_us').set('content-type', 'application/json').send(body);
    expect([400, 413]).toContain(answer.status);
    expect(answer.body).toMatchObject({ status: 0, message: expect.any(String) });
    expect(await stack.ledger()).toEqual([]);
  });

  test('another content type is refused with 415', async () => {
    await http.post('/api/contact_us').set('content-type', 'application/xml').send('<a/>').expect(415);
  });

  test('control characters are removed, and a lead with a lone surrogate is accepted', async () => {
    const answer = await http
      .post('/api/contact_us')
      .set('content-type', 'application/json')
      .send(JSON.stringify({ ...valid, message: 'a\u0000b' }).replace('"Asha"', '"As\\ud800ha"'))
      .expect(200);
    expect(answer.body.status).toBe(1);
    const [lead] = await stack.ledger();
    expect(lead?.values).toMatchObject({ message: 'ab' });
  });

  test('a lead with control characters in attribution and an invalid Referer is accepted', async () => {
    await http
      .post('/api/contact_us')
      .set('referer', 'not an address')
      .send({ ...valid, attribution: { page_url: 'x\u0000y', first_touch: 5, last_touch: { utm_id: {} } } })
      .expect(200);
    expect(await stack.ledger()).toMatchObject([{ page_url: 'https://academy.example' }]);
  });
});
