/** Lenient parsing: invalid values of machine-filled fields, and small typing errors, never lose a lead. */
import { randomUUID } from 'node:crypto';
import { formOf } from '@meridian/contracts/leads/forms';
import fc from 'fast-check';
import fastify from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { publicUrl, useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { jsonForms, samples } from '../../../testing/leads/samples.ts';
import { createUpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { createLeads, leadRoutes } from '../leads.ts';
import { bodyHash } from './body-hash.ts';
import { createCourseLookup } from './course-lookup.ts';
import { submissionKey } from './submission-key.ts';

const stack = await useLeadStack({ answerWaitMs: 500 });
const { http } = stack;

beforeEach(stack.reset);

describe('unknown fields', () => {
  test.each(jsonForms)('of %s are counted, and the lead is accepted', async (form) => {
    const attribution = { page_url: publicUrl, last_touch: { utm_id: '7', fbclid: 'x' }, more: [] };
    await http
      .post(`/api/${form}`)
      .send({ ...samples[form], new_field: { a: 1 }, agreement: true, attribution, toString: 1 })
      .expect(200);
    expect(await stack.ledger()).toMatchObject([{ forward_state: 'saved' }]);
    const ownAgreement = 'agreement' in samples[form];
    expect(stack.unknownFields).toEqual(Array(ownAgreement ? 4 : 5).fill(`/api/${form}`));
  });
});

describe('machine-filled fields', () => {
  test.each(jsonForms)('of %s may have any value', async (form) => {
    const { context, crmContext } = formOf(form);
    const names = [
      ...Object.keys({ ...context, ...crmContext }),
      'submission_id',
      'attribution',
      'filled_in_ms',
    ];
    // The JSON parser refuses these two keys anywhere.
    const json = fc
      .jsonValue({ maxDepth: 2 })
      .filter((value) => !/"(?:__proto__|constructor)"/.test(JSON.stringify(value)));
    const anything = fc.record(Object.fromEntries([...names, 'website'].map((name) => [name, json])), {
      requiredKeys: [],
    });
    // Concurrent and without shrinking: each case is a full request.
    await Promise.all(
      fc.sample(anything, 25).map(async (extra, number) => {
        const payload = { ...samples[form], email: `p${number}@example.com`, ...extra };
        const answer = await stack.app.inject({ method: 'POST', url: `/api/${form}`, payload });
        expect([answer.statusCode, answer.json().status, payload]).toEqual([200, 1, payload]);
      }),
    );
    expect(await stack.ledger()).toHaveLength(25);
  });

  test('a long gclid is removed, a long course name is cut, and a numeric phone number is accepted', async () => {
    const page_url = `${publicUrl}/safe/safe-agilist?gclid=${'g'.repeat(4_000)}&utm_source=google`;
    await http
      .post('/api/talk_to_our_advisor')
      .send({
        ...samples.talk_to_our_advisor,
        page_url,
        course_name: 'N'.repeat(2_000),
        phone_number: 9_845_000_000,
        website: null,
        attribution: { page_url },
      })
      .expect(200);
    await stack.work();
    expect(await stack.submissions()).toMatchObject([
      {
        body: {
          page_url: `${publicUrl}/safe/safe-agilist?utm_source=google`,
          course_name: 'N'.repeat(300),
          phone_number: '9845000000',
        },
      },
    ]);
    expect(await stack.crmLeads()).toMatchObject([{ Lead_Source: 'Google Ads', Phone: '9845000000' }]);
  });

  test('null in an optional field is stored as an empty text', async () => {
    await http
      .post('/api/partner_with_us')
      .send({ ...samples.partner_with_us, company_name: null })
      .expect(200);
    expect(await stack.submissions()).toMatchObject([{ body: { company_name: '' } }]);
  });

  test('typed fields keep their error messages', async () => {
    const answer = await http
      .post('/api/contact_us')
      .send({ ...samples.contact_us, message: null, email: ['a@b.c'], first_name: {} })
      .expect(400);
    expect(answer.body.errors).toEqual({
      message: ['Messages is required'],
      email: ['Email is required'],
      first_name: ['First Name is required'],
    });
  });

  test.each(['nonsense', null, { id: 1 }])('a course id of %j is forwarded as 0', async (course_id) => {
    await http
      .post('/api/course_download_syllabus')
      .send({ ...samples.course_download_syllabus, course_id })
      .expect(200);
    expect(await stack.submissions()).toMatchObject([
      { body: { course_id: 0, course_name: 'SAFe Agilist' } },
    ]);
  });

  test.each(['talk_to_our_advisor', 'pmp_exam', 'resources_download_ebook'] as const)(
    '%s: a lead without an id is confirmed and delivered although the upstream refuses it',
    async (form) => {
      // Only for this call, because leads of the previous test may still be in progress. Five times, because
      // an attempt with a late answer is retried.
      await stack.upstreamFault({ kind: 'refuse', times: 5, calls: [form] });
      const ids = { course_id: undefined, blog_id: undefined, resources_id: undefined };
      const answer = await http
        .post(`/api/${form}`)
        .send({ ...samples[form], ...ids })
        .expect(200);
      expect(answer.body).toMatchObject({ status: 1, message: expect.stringMatching(/^Thank you/) });
      await stack.work();
      expect(await stack.ledger()).toMatchObject([{ forward_state: 'refused_late', crm_state: 'delivered' }]);
      expect(await stack.crmLeads()).toHaveLength(1);
    },
  );

  test('a complete form that the upstream refuses is answered with the refusal', async () => {
    await stack.upstreamFault({ kind: 'refuse', times: 1 });
    const answer = await http.post('/api/talk_to_our_advisor').send(samples.talk_to_our_advisor).expect(200);
    expect(answer.body.status).toBe(0);
  });
});

describe('a submission id that is not a UUID', () => {
  const ulid = '01JD7Z9V5K8QW3E4R5T6Y7U8I9';

  test('makes one lead for the same values, also concurrently, and another lead for other values', async () => {
    const body = { ...samples.contact_us, submission_id: ulid };
    const answers = await Promise.all(
      [ulid, ulid.toLowerCase(), ` ${ulid}`].map((submission_id) =>
        http
          .post('/api/contact_us')
          .send({ ...body, submission_id })
          .expect(200),
      ),
    );
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(await stack.ledger()).toHaveLength(1);
    await http
      .post('/api/contact_us')
      .send({ ...body, message: 'Something else.' })
      .expect(200);
    expect(await stack.ledger()).toHaveLength(2);
  });

  test.each([
    'undefined',
    'null',
    '1',
    '[object Object]',
    '',
    '00000000-0000-0000-0000-000000000000',
    42,
    {},
    null,
  ])('%j counts as no id', async (submission_id) => {
    const send = () =>
      http
        .post('/api/contact_us')
        .send({ ...samples.contact_us, submission_id })
        .expect(200);
    await send();
    await send();
    expect(await stack.ledger()).toHaveLength(2);
  });

  test('makes a UUID as idempotency key, which differs by id and values', () => {
    const key = (text: string, message = '') =>
      submissionKey('contact_us', text, bodyHash('contact_us', { message }));
    const id = randomUUID();
    expect(key(id)).toBe(id);
    expect(key(ulid)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set([key(ulid), key(`${ulid}x`), key(ulid, 'other'), key(ulid)]).size).toBe(3);
  });
});

describe('an email address', () => {
  test.each(jsonForms)('of %s is cleaned of copied characters, name and mailto', async (form) => {
    await http
      .post(`/api/${form}`)
      .send({ ...samples[form], email: '\u200bAsha Nair <mailto:Asha.Nair.@example.com.>\ufeff' })
      .expect(200);
    expect(await stack.ledger()).toMatchObject([
      { email: 'asha.nair@example.com', values: { email: 'Asha.Nair@example.com' } },
    ]);
  });

  test('of invisible characters is treated as empty', async () => {
    const answer = await http
      .post('/api/contact_us')
      .send({ ...samples.contact_us, email: '\u200b\u00ad', first_name: '\u2060' })
      .expect(400);
    expect(answer.body.errors).toEqual({
      email: ['Email is required'],
      first_name: ['First Name is required'],
    });
  });
});

describe('missing page context', () => {
  const { course_name: _name, page_url: _page, ...specified } = samples.skill_up_your_team;

  test('a skill-up lead with the specified fields only gets course and page in the CRM', async () => {
    await http
      .post('/api/skill_up_your_team')
      .send({ ...specified, course_id: 201 })
      .expect(200);
    await stack.work();
    const [lead] = await stack.crmLeads();
    expect(lead?.Course_Name1).toMatch(/\S/);
    expect(lead).toMatchObject({ Page_name: lead?.Course_Name1, Form_Name: 'Skill up your team' });
    expect(lead?.Page_URL).toMatch(new RegExp(`^${publicUrl}/[^/]+/[^/]+$`));
    const [submission] = await stack.submissions();
    expect(Object.keys(submission?.body ?? {})).not.toContain('course_name');
  });

  test('the page of the Referer is kept, and a repeated submission is the same lead', async () => {
    const body = { ...specified, course_id: 201, submission_id: randomUUID() };
    const page = `${publicUrl}/landing?utm_source=x`;
    await http.post('/api/skill_up_your_team').set('referer', page).send(body).expect(200);
    await http.post('/api/skill_up_your_team').send(body).expect(200);
    expect(await stack.ledger()).toMatchObject([
      { page_url: page, values: { course_name: expect.any(String) } },
    ]);
  });

  test.each(['timeout', 'http_500', 'malformed', 'refuse'])(
    'if the course lookup fails with %s, the lead is accepted without the course',
    async (kind) => {
      const { upstreamUrl: baseUrl } = stack.leadsOptions;
      const upstream = createUpstreamClient({ baseUrl, timeoutMs: 3_000 });
      const findCourse = createCourseLookup({ upstream, waitMs: 100 });
      const app = fastify();
      leadRoutes(app, createLeads({ ...stack.leadsOptions, findCourse }), () => undefined);
      await stack.upstreamFault({ kind, times: 1, calls: ['course_schedule'] });
      const payload = { ...specified, course_id: 202 };
      const answer = await app.inject({ method: 'POST', url: '/api/skill_up_your_team', payload });
      expect(answer.json()).toMatchObject({ status: 1 });
      expect(await stack.ledger()).toMatchObject([
        { forward_state: 'saved', page_url: publicUrl, values: { course_name: '' } },
      ]);
      await app.close();
    },
  );

  test('paths are forwarded as absolute URLs', async () => {
    await http
      .post('/api/pmp_exam')
      .send({ ...samples.pmp_exam, blog_url: '/blog/a-product-owner-says-no' })
      .expect(200);
    await http
      .post('/api/talk_to_our_advisor')
      .send({ ...samples.talk_to_our_advisor, page_url: '/safe/safe-agilist?utm_id=7' })
      .expect(200);
    const bodies = (await stack.submissions()).map(({ body }) => body);
    expect(bodies).toContainEqual(
      expect.objectContaining({ blog_url: `${publicUrl}/blog/a-product-owner-says-no` }),
    );
    expect(bodies).toContainEqual(
      expect.objectContaining({ page_url: `${publicUrl}/safe/safe-agilist?utm_id=7` }),
    );
  });
});

describe('the course lookup', () => {
  const answer = {
    status: 1,
    message: '',
    data: {
      id: 1,
      name: 'SAFe Agilist',
      category_seo_slug: 'safe',
      seo_slug: 'agilist',
      course_schedule: [],
    },
  };

  test('makes one call for concurrent lookups, then uses its cache', async () => {
    let calls = 0;
    const read = async () => {
      calls += 1;
      return answer;
    };
    const find = createCourseLookup({ upstream: { read } });
    const found = await Promise.all([find(1), find(1), find(1)]);
    expect(found).toEqual(Array(3).fill({ name: 'SAFe Agilist', path: '/safe/agilist' }));
    expect(await find(1)).toEqual(found[0]);
    expect(calls).toBe(1);
  });

  test('makes no further calls while the upstream hangs, and caches its late answer', async () => {
    const held = Promise.withResolvers<typeof answer>();
    let calls = 0;
    const read = () => {
      calls += 1;
      return held.promise;
    };
    const find = createCourseLookup({ upstream: { read }, waitMs: 50 });
    expect(await Promise.all([find(1), find(2), find(3)])).toEqual([undefined, undefined, undefined]);
    expect(await find(4)).toBeUndefined();
    expect(calls).toBe(3);
    held.resolve(answer);
    await expect.poll(() => find(1)).toMatchObject({ name: 'SAFe Agilist' });
  });

  test.each([
    ['a refused call', { status: 0, message: 'No such course' }],
    ['no schedule', { status: 1, message: '', data: 'x' }],
    ['a course without a name', { ...answer, data: { ...answer.data, name: null } }],
  ])('%s yields no course', async (_name, envelope) => {
    expect(await createCourseLookup({ upstream: { read: async () => envelope } })(1)).toBeUndefined();
  });
});
