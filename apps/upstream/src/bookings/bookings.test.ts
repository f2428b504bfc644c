import type { UpstreamBooking } from '@meridian/contracts/enrolment/orders';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestUpstream } from '../test-upstream.ts';

const { app, database, setNow } = await useTestUpstream();

beforeEach(() => setNow('2026-11-20T12:00:00+05:30'));

async function firstBatchId(): Promise<number> {
  const { body } = await request(app.server).post('/course_schedule').send({ id: 101 });
  return body.data.course_schedule[0].id;
}

let payments = 0;

/** Creates a valid booking with a new payment. */
async function validBooking(): Promise<UpstreamBooking> {
  payments += 1;
  return {
    course_id: 101,
    course_schedule_id: await firstBatchId(),
    fee: 15_000.5,
    number_of_course: 2,
    gst_total: 5_400.18,
    sub_total: 30_001,
    total_fee: 35_401.18,
    transaction_id: `pay_${payments}`,
    first_name: 'Asha',
    last_name: 'Rao',
    email: 'asha@example.com',
    phone_number: '+91 98000 00001',
  };
}

function send(body: object, key?: string) {
  const post = request(app.server).post('/booking');
  return (key ? post.set('Idempotency-Key', key) : post).send(body);
}

function rowsOf(transactionId: string) {
  return database.selectFrom('bookings').selectAll().where('transaction_id', '=', transactionId).execute();
}

describe('a booking', () => {
  it('is recorded with its amounts in paise', async () => {
    const body = await validBooking();
    const response = await send(body, 'booking-1');
    expect(response.body).toMatchObject({
      status: 1,
      message: expect.stringContaining('booked'),
      data: { booking_id: expect.any(Number) },
    });
    expect(await rowsOf(body.transaction_id)).toMatchObject([
      {
        id: response.body.data.booking_id,
        course_id: 101,
        course_schedule_id: body.course_schedule_id,
        fee_paise: 1_500_050,
        number_of_course: 2,
        gst_total_paise: 540_018,
        sub_total_paise: 3_000_100,
        total_fee_paise: 3_540_118,
        first_name: 'Asha',
        phone_number: '+91 98000 00001',
        idempotency_key: 'booking-1',
      },
    ]);
  });

  it('may contain numbers as text', async () => {
    const body = {
      ...(await validBooking()),
      course_id: '101',
      fee: '15,000.50',
      number_of_course: '1',
    };
    expect((await send(body)).body.status).toBe(1);
    expect(await rowsOf(body.transaction_id)).toMatchObject([{ fee_paise: 1_500_050, number_of_course: 1 }]);
  });

  it('is accepted for a batch that has begun', async () => {
    const body = await validBooking();
    setNow('2026-11-28T12:00:00+05:30');
    expect((await send(body)).body.status).toBe(1);
  });

  it.each([
    ['an unknown course', { course_id: 999 }, 'There is no such course.'],
    ['an unknown batch', { course_schedule_id: 5 }, 'The course has no such batch.'],
    ['a batch of another course', { course_id: 103 }, 'The course has no such batch.'],
    ['a course without batches', { course_id: 102 }, 'The course has no such batch.'],
    ['no seat', { number_of_course: 0 }, /^number_of_course: /],
    ['half a seat', { number_of_course: 1.5 }, /^number_of_course: /],
    ['no fee', { fee: undefined }, /^fee: /],
    ['a negative amount', { total_fee: -1 }, /^total_fee: /],
    ['no payment', { transaction_id: '' }, 'transaction_id: Transaction id is required'],
    ['no name', { last_name: ' ' }, 'last_name: Last Name is required'],
  ])('is refused with %s', async (_what, changes, message) => {
    const body = { ...(await validBooking()), ...changes };
    const response = await send(body);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ status: 0, message: expect.stringMatching(message) });
    expect(await rowsOf(String(body.transaction_id))).toEqual([]);
  });
});

const people = [
  { name: 'Ravi Menon', email: 'ravi@example.com' },
  { name: 'Zoë Łukasiewicz', email: 'zoe@example.com' },
];

describe('the attendees of a booking', () => {
  const peopleOf = async (id: string) => (await rowsOf(id))[0]?.attendees;

  it('are recorded; a later change stays if the booking is sent again', async () => {
    const body = { ...(await validBooking()), attendees: people };
    const first = await send(body, 'with-people');
    expect(await peopleOf(body.transaction_id)).toEqual(people);
    const renamed = [{ name: 'Asha Rao', email: 'asha@example.com' }];
    const change = { transaction_id: body.transaction_id, attendees: renamed };
    expect((await request(app.server).post('/booking_change').send(change)).body.status).toBe(1);
    expect((await send(body, 'with-people')).body).toEqual(first.body);
    expect(await peopleOf(body.transaction_id)).toEqual(renamed);
    expect((await send({ ...body, attendees: renamed }, 'with-people')).body.status).toBe(0);
  });

  it('are ignored if they are invalid, so that the booking is not refused', async () => {
    const body = { ...(await validBooking()), attendees: [{ name: '' }] as never };
    expect((await send(body)).body.status).toBe(1);
    expect(await peopleOf(body.transaction_id)).toBeNull();
  });
});

describe('a repeated booking', () => {
  it('gets the first answer for the same key, also for concurrent requests', async () => {
    const body = await validBooking();
    const responses = await Promise.all(Array.from({ length: 15 }, () => send(body, 'same-key')));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses[0]?.body.status).toBe(1);
    expect(await rowsOf(body.transaction_id)).toHaveLength(1);
  });

  it('is recorded once per payment, without a key or with another key', async () => {
    const body = await validBooking();
    const first = await send(body);
    expect((await send(body)).body).toEqual(first.body);
    expect((await send(body, 'late-key')).body).toEqual(first.body);
    expect(await rowsOf(body.transaction_id)).toHaveLength(1);
  });
});

it('refuses a key or a payment that was used for another booking', async () => {
  const body = await validBooking();
  await send(body, 'first-key');
  const sameKey = await send(await validBooking(), 'first-key');
  expect(sameKey.body).toEqual({ status: 0, message: expect.stringContaining('Idempotency-Key') });
  const samePayment = await send({ ...body, number_of_course: 3 }, 'other-key');
  expect(samePayment.body).toEqual({ status: 0, message: expect.stringContaining('payment') });
});
