import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestUpstream } from '../test-upstream.ts';

const { app, database, setNow } = await useTestUpstream();

beforeEach(async () => {
  setNow('2026-11-20T12:00:00+05:30');
  await database.deleteFrom('booking_changes').execute();
  await database.deleteFrom('bookings').execute();
});

interface ReadBatch {
  id: number;
  day_type: string;
  selling_fast: number;
  seats_total?: number;
  seats_left?: number;
}

async function batches(): Promise<ReadBatch[]> {
  const pages = await Promise.all(
    [0, 6].map((offset) => request(app.server).post('/course_schedule').send({ id: 101, offset })),
  );
  return pages.flatMap(({ body }) => body.data.course_schedule);
}

/** A batch with 8 free seats. */
async function openBatch(): Promise<ReadBatch> {
  const found = (await batches()).find(({ seats_left: left }) => left === 8);
  if (!found) throw new Error('no batch with all its seats');
  return found;
}

const batchAgain = async (id: number) => (await batches()).find((batch) => batch.id === id);

let payments = 0;
function book(batchId: number, seats: number, key?: string) {
  payments += 1;
  const post = request(app.server).post('/booking');
  return (key ? post.set('Idempotency-Key', key) : post).send({
    course_id: 101,
    course_schedule_id: batchId,
    fee: 1,
    number_of_course: seats,
    gst_total: 0,
    sub_total: seats,
    total_fee: seats,
    transaction_id: key ?? `seats_${payments}`,
    first_name: 'Asha',
    last_name: 'Rao',
    email: 'asha@example.com',
    phone_number: '+91 98000 00001',
  });
}

function change(body: object, key?: string) {
  const post = request(app.server).post('/booking_change');
  return (key ? post.set('Idempotency-Key', key) : post).send(body);
}

describe('the seats of a batch', () => {
  it('are the seats in its file minus those sold through other channels, and absent if the file has none', async () => {
    const read = await batches();
    const weekdays = read.filter(({ day_type: type }) => type === 'weekday');
    expect(weekdays.map(({ seats_total: total }) => total)).toEqual([8, 8, 8, 8, 8]);
    expect(new Set(weekdays.map(({ seats_left: left }) => left))).toEqual(new Set([0, 2, 8]));
    for (const batch of read.filter(({ day_type: type }) => type === 'weekend'))
      expect(batch).not.toHaveProperty('seats_left');
  });

  it('do not change from one day to another', async () => {
    const before = await batches();
    setNow('2026-11-27T12:00:00+05:30');
    for (const { id, seats_left: left } of await batches()) {
      const known = before.find((batch) => batch.id === id);
      if (known) expect(known.seats_left).toBe(left);
    }
  });

  it('decrease with each booking, and determine whether the batch is selling fast', async () => {
    const { id } = await openBatch();
    await book(id, 5);
    expect(await batchAgain(id)).toMatchObject({ seats_left: 3, selling_fast: 0 });
    await book(id, 1);
    expect(await batchAgain(id)).toMatchObject({ seats_left: 2, selling_fast: 1 });
    await book(id, 2);
    expect(await batchAgain(id)).toMatchObject({ seats_left: 0, selling_fast: 0 });
  });

  it('are never sold twice, also for concurrent bookings', async () => {
    const { id } = await openBatch();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => book(id, 1 + (index % 3))));
    const sold = answers.reduce((sum, { body }, index) => sum + (body.status === 1 ? 1 + (index % 3) : 0), 0);
    expect(await batchAgain(id)).toMatchObject({ seats_left: 8 - sold });
    expect(sold).toBeLessThanOrEqual(8);
    expect(answers.some(({ body }) => /not have enough seats/.test(body.message))).toBe(true);
  });

  it('are not checked for a booking that already exists', async () => {
    const { id } = await openBatch();
    const first = await book(id, 8, 'all-of-them');
    expect((await book(id, 8, 'all-of-them')).body).toEqual(first.body);
  });

  it('are not checked for a batch that has begun, because its payer paid before', async () => {
    const soldOut = (await batches()).find(({ seats_left: left }) => left === 0);
    expect((await book(soldOut?.id ?? 0, 1)).body.status).toBe(0);
    setNow('2027-06-01T12:00:00+05:30');
    expect((await book(soldOut?.id ?? 0, 1)).body.status).toBe(1);
  });
});

describe('POST /booking_change', () => {
  it('cancels seats once per key, and they become free', async () => {
    const { id } = await openBatch();
    await book(id, 5, 'booked');
    const body = { transaction_id: 'booked', seats: 2 };
    const answers = await Promise.all([change(body, 'c1'), change(body, 'c1'), change(body, 'c1')]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ status: 1, data: { booking_id: expect.any(Number) } });
    expect((await batchAgain(id))?.seats_left).toBe(6);
    expect(await database.selectFrom('booking_changes').selectAll().execute()).toHaveLength(1);
    const other = await change({ ...body, seats: 1 }, 'c1');
    expect(other.body).toEqual({ status: 0, message: expect.stringContaining('Idempotency-Key') });
  });

  it('moves a booking if the other batch has enough seats', async () => {
    const { id } = await openBatch();
    const read = await batches();
    const narrow = read.find(({ seats_left: left }) => left === 2)?.id ?? 0;
    await book(id, 3, 'moving');
    expect((await change({ transaction_id: 'moving', course_schedule_id: narrow })).body.status).toBe(0);
    expect(
      (await change({ transaction_id: 'moving', course_schedule_id: narrow, seats: 2 })).body.status,
    ).toBe(1);
    expect((await batchAgain(id))?.seats_left).toBe(8);
    expect((await batchAgain(narrow))?.seats_left).toBe(0);
  });

  it('replaces the attendees', async () => {
    const { id } = await openBatch();
    await book(id, 1, 'renamed');
    const attendees = [{ name: 'Ravi Menon', email: 'ravi@example.com' }];
    expect((await change({ transaction_id: 'renamed', attendees })).body.status).toBe(1);
    expect(await database.selectFrom('bookings').select('attendees').execute()).toEqual([{ attendees }]);
  });

  it.each([
    ['an unknown payment', { transaction_id: 'nobody', seats: 0 }, /no booking/],
    ['more seats than it had', { transaction_id: 'refused', seats: 3 }, /not enough seats/],
    ['an unknown batch', { transaction_id: 'refused', course_schedule_id: 5 }, /no such batch/],
    ['half a seat', { transaction_id: 'refused', seats: 0.5 }, /^seats/],
  ])('refuses %s', async (_what, body, message) => {
    await book((await openBatch()).id, 2, 'refused');
    expect((await change(body)).body).toEqual({ status: 0, message: expect.stringMatching(message) });
  });
});
