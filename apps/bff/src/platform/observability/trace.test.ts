/** Application log: one request id from the request to the CRM, and no personal data. */
import { batches } from '@meridian/contracts/site/schedule/batch';
import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/leads/lead-stack.ts';
import { samples } from '../../../testing/leads/samples.ts';
import { useSite } from '../../../testing/site.ts';

interface Line {
  msg: string;
  reqId?: string;
  leadId?: string;
  orderId?: string;
  [field: string]: unknown;
}

const lines: Line[] = [];
const site = await useSite({ UPSTREAM_IDEMPOTENT: 'true' }, (line) => lines.push(JSON.parse(line)));
const { http, services, sandboxUrl } = site;
const messagesOf = (found: Line[]) => found.map(({ msg }) => msg);
const about = (id: string | undefined) => lines.filter((line) => line.leadId === id || line.orderId === id);
const person = { first_name: 'Ashalata', last_name: 'Nairambalam', email: 'ashalata@secret.example' };
const contact = { ...person, phone_number: '+91 98450 77123' };

beforeAll(() => services.startWorkers());

describe('a lead', () => {
  it('is logged with its request id at each step until delivery', async () => {
    await site.fault({ kind: 'http_500', times: 1, calls: ['contact_us'] });
    await http
      .post('/api/contact_us')
      .send({ ...samples.contact_us, ...contact })
      .expect(200);
    const taken = lines.find(({ msg }) => msg === 'lead accepted');
    expect(taken).toMatchObject({ reqId: expect.stringMatching(/^[0-9a-f]{8}-/), form: 'contact_us' });
    const way = await eventually(
      async () => about(taken?.leadId),
      (found) => messagesOf(found).includes('lead delivered'),
    );
    expect(messagesOf(way)).toEqual([
      'lead accepted',
      'lead not forwarded',
      'lead forwarded',
      'lead delivered',
    ]);
    expect(new Set(way.map(({ reqId }) => reqId))).toEqual(new Set([taken?.reqId]));
  });

  it('is logged with its request id also if it is for the CRM only', async () => {
    const record = {
      First_Name: 'Ashalata',
      Last_Name: 'Nairambalam',
      Email: person.email,
      Phone: '98450 00000',
    };
    await http
      .post('/api/zoho/partner_with_us')
      .send({ data: [record] })
      .expect(200);
    const taken = lines.find(({ msg }) => msg === 'record for the CRM accepted');
    const way = await eventually(
      async () => about(taken?.leadId),
      (found) => found.length > 1,
    );
    expect(messagesOf(way)).toEqual(['record for the CRM accepted', 'lead delivered']);
    expect(way[1]?.reqId).toBe(taken?.reqId);
  });
});

describe('an order', () => {
  it('is logged with the id of the request that opened it, until it is booked', async () => {
    const { body: schedule } = await http.get('/api/course_schedule?id=101').expect(200);
    const [batch] = batches.parse(schedule.data.course_schedule);
    const requested = { course_id: 101, course_schedule_id: batch?.id, number_of_course: 1, ...contact };
    const { body } = await http.post('/api/checkout').send(requested).expect(200);
    const { body: paid } = await supertest(sandboxUrl)
      .post('/_sandbox/pay')
      .send({ order_id: body.data.order_id, webhook: 'drop' })
      .expect(200);
    await http
      .post('/api/booking')
      .send({ ...contact, ...paid })
      .expect(200);
    const opened = lines.find(({ msg }) => msg === 'order opened');
    const way = await eventually(
      async () => about(opened?.orderId),
      (found) => messagesOf(found).includes('booked'),
    );
    expect(opened?.reqId).toBeDefined();
    expect(way.find(({ msg }) => msg === 'booked')?.reqId).toBe(opened?.reqId);
  });
});

describe('a refused checkout', () => {
  const lastOf = (msg: string) => lines.findLast((line) => line.msg === msg);

  it('is logged with the reasons if the body is invalid', async () => {
    const body = { ...contact, course_id: 'x', number_of_course: 0, [person.email]: person.last_name };
    await http.post('/api/checkout').send(body).expect(400);
    expect(lastOf('body refused')).toMatchObject({
      reqId: expect.any(String),
      route: '/api/checkout',
      reasons: expect.arrayContaining([
        'course_id: invalid_type',
        'course_schedule_id: invalid_type',
        'number_of_course: too_small',
      ]),
    });
    await http.post('/api/booking').send({ transaction_id: person.email }).expect(400);
    expect(lastOf('body refused')).toMatchObject({
      route: '/api/booking',
      reasons: ['transaction_id: custom'],
    });
  });

  it('is logged also if the body cannot be read or the batch is not on sale', async () => {
    await http.post('/api/checkout').type('json').send('{"email":').expect(400);
    expect(lastOf('request refused')).toMatchObject({
      route: '/api/checkout',
      statusCode: 400,
      code: 'FST_ERR_CTP_INVALID_JSON_BODY',
    });
    await http.post('/api/checkout').type('text').send(person.email).expect(415);
    expect(lastOf('request refused')).toMatchObject({ statusCode: 415 });
    const requested = { course_id: 101, course_schedule_id: 9, number_of_course: 1, ...contact };
    await http.post('/api/checkout').send(requested).expect(400);
    expect(lastOf('checkout refused')).toMatchObject({
      reqId: expect.any(String),
      fields: ['course_schedule_id'],
      reason: expect.stringContaining('no longer available'),
    });
  });
});

it('no log line contains personal data', () => {
  const text = JSON.stringify(lines);
  expect(lines.length).toBeGreaterThan(10);
  expect(text).not.toMatch(/ashalata|nairambalam|secret\.example|77123/i);
  expect(lines.filter((line) => 'leftOut' in line)).toEqual([]);
});
