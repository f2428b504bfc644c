import { batchListData, batchSavedData } from '@meridian/contracts/site/schedule/batch-editing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useEditing, validBatch } from './test-editing.ts';

const { database, list, create, change, created, book, post, schedule, setNow, reset } = await useEditing();

beforeEach(reset);

describe('POST /batch_create', () => {
  it('puts batches on sale immediately', async () => {
    const { revision } = await list();
    const answer = await create([
      { ...validBatch, joining: 'Zoom: https://zoom.example/1', online_class_room: 'Zoom' },
      {
        ...validBatch,
        class_days: ['2026-12-07', '2026-12-09'],
        start_time: '18:30',
        end_time: '21:00',
        mode: 'classroom',
        city: 'Pune',
        venue_state: '27',
        trainer: 'Kavya',
        seats: null,
      },
    ]);
    expect(answer).toMatchObject({ status: 1, data: { revision: revision + 1, faults: [] } });
    const [first, second] = batchSavedData.parse(answer.data).batches;
    expect(first).toMatchObject({
      ...validBatch,
      joining: 'Zoom: https://zoom.example/1',
      course_name: 'Course 101',
      version: 1,
      booked: 0,
      sold_elsewhere: 0,
    });
    expect(first?.id).toBeGreaterThan(1e15);
    expect(await schedule(101)).toMatchObject([
      {
        id: first?.id,
        start_date: '2026-12-05',
        end_date: '2026-12-06',
        day_type: 'weekend',
        time_type: 'morning',
        mode: 'online',
        online_class_room: 'Zoom',
        joining: 'Zoom: https://zoom.example/1',
        city: '',
        instructor_name: 'Arvind',
        instructor_image: '/media/people/one.svg',
        fee: 24_999,
        discount_fee: 18_999.5,
        price_off: 24,
        seats_left: 8,
      },
      {
        id: second?.id,
        day_type: 'weekday',
        time_type: 'evening',
        mode: 'classroom',
        city: 'Pune',
        venue_state: '27',
        sessions: [
          { date: '2026-12-07', start_time: '18:30', end_time: '21:00' },
          { date: '2026-12-09', start_time: '18:30', end_time: '21:00' },
        ],
      },
    ]);
    expect((await schedule(101))[1]).not.toHaveProperty('seats_left');
  });

  it('creates once per idempotency key, also for concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create([validBatch], {}, 'create-1')));
    expect(answers[0]?.status).toBe(1);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect((await list()).batches).toHaveLength(1);
    const other = await create([{ ...validBatch, seats: 9 }], {}, 'create-1');
    expect(other).toEqual({ status: 0, message: expect.stringContaining('Idempotency-Key') });
  });

  it('saves nothing of a list with a fault, and accepts the corrected list with the same key', async () => {
    const { revision } = await list();
    const wrong = await create([validBatch, { ...validBatch, trainer: 'Nobody' }], {}, 'create-2');
    expect(wrong).toMatchObject({ status: 0, message: 'Nothing was saved: 1 to correct.' });
    expect(wrong.data).toMatchObject({ revision, batches: [], faults: [{ index: 1, field: 'trainer' }] });
    expect(await list()).toMatchObject({ revision, batches: [] });
    expect((await create([validBatch], {}, 'create-2')).status).toBe(1);
  });

  it('saves nothing with check_only', async () => {
    const { revision } = await list();
    const answer = await create([validBatch], { check_only: true }, 'create-3');
    expect(answer).toMatchObject({ status: 1, data: { revision, batches: [{ ...validBatch }], faults: [] } });
    expect(await list()).toMatchObject({ revision, batches: [] });
    expect((await create([validBatch], {}, 'create-3')).status).toBe(1);
  });

  it.each([
    ['a body without a list', {}, /^batches: /],
    ['an empty list', { batches: [] }, /^batches: /],
    ['too many batches', { batches: Array.from({ length: 201 }, () => validBatch) }, /^batches: /],
    ['a check_only that is not a boolean', { batches: [validBatch], check_only: 'yes' }, /^check_only: /],
  ])('refuses %s', async (_what, body, message) => {
    expect(await post('batch_create', body)).toEqual({ status: 0, message: expect.stringMatching(message) });
  });

  it('accepts 200 batches with long joining instructions', async () => {
    const joining = 'x'.repeat(4_000);
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...validBatch,
      joining,
      class_days: [`20${30 + Math.floor(index / 20)}-01-${String((index % 20) + 1).padStart(2, '0')}`],
    }));
    const { data } = await create(many);
    expect(data.batches.map(({ class_days: days }) => days)).toEqual(many.map((batch) => batch.class_days));
  });
});

describe('POST /batch_change', () => {
  it('changes only the given fields, and takes effect immediately', async () => {
    const { id } = await created();
    const { status, data } = await change([{ id, version: 1, trainer: 'Kavya', joining: 'Hall\n2' }]);
    expect(status).toBe(1);
    expect(data.batches).toEqual([
      expect.objectContaining({ ...validBatch, id, version: 2, trainer: 'Kavya', joining: 'Hall\n2' }),
    ]);
    expect(await schedule(101)).toMatchObject([{ id, instructor_name: 'Kavya' }]);
  });

  it('answers a repeated request like the first one, and refuses an outdated version', async () => {
    const { id } = await created();
    const first = await change([{ id, version: 1, seats: 5 }], {}, 'change-1');
    await change([{ id, version: 2, seats: 6 }]);
    expect(await change([{ id, version: 1, seats: 5 }], {}, 'change-1')).toEqual(first);
    const { data } = await change([{ id, version: 1, seats: 5 }]);
    expect(data.faults).toMatchObject([
      { index: 0, field: 'version', code: 'version_old', current: { id, version: 3, seats: 6 } },
    ]);
  });

  it('accepts only one of two concurrent changes of the same version', async () => {
    const { id } = await created();
    const answers = await Promise.all([5, 6].map((seats) => change([{ id, version: 1, seats }])));
    expect(answers.map(({ status }) => status).sort()).toEqual([0, 1]);
  });

  it('swaps the trainers of two simultaneous batches', async () => {
    const first = await created();
    const second = await created({ trainer: 'Kavya' });
    const { status } = await change([
      { id: first.id, version: 1, trainer: 'Kavya' },
      { id: second.id, version: 1, trainer: 'Arvind' },
    ]);
    expect(status).toBe(1);
  });

  it('takes a batch off sale, so that it is not listed and accepts no moves, but still accepts bookings and moves to other batches', async () => {
    const batch = await created();
    const other = await created({ trainer: 'Kavya' });
    await change([{ id: batch.id, version: 1, on_sale: false }]);
    expect(await schedule(101)).toMatchObject([{ id: other.id }]);
    const { data } = await post('course_details', { seo_slug: 'course-one' });
    expect(data.upcoming_batches).toMatchObject([{ id: other.id }]);
    await book(batch, 2);
    const { transaction_id: payment } = await database
      .selectFrom('bookings')
      .selectAll()
      .executeTakeFirstOrThrow();
    const move = (id: number) => post('booking_change', { transaction_id: payment, course_schedule_id: id });
    expect(await move(other.id)).toMatchObject({ status: 1 });
    expect(await move(batch.id)).toMatchObject({ status: 0, message: 'The batch is not on sale.' });
    expect((await list({ ids: [batch.id, other.id] })).batches.map(({ booked }) => booked)).toEqual([0, 2]);
  });

  it('postpones a sold batch, and its seats stay booked', async () => {
    const batch = await created();
    await book(batch, 2);
    const days = { class_days: ['2026-12-12', '2026-12-13'], start_time: '10:00' };
    const { status } = await change([{ id: batch.id, version: 1, ...days }], { postpones: true });
    expect(status).toBe(1);
    expect(await schedule(101)).toMatchObject([{ id: batch.id, start_date: '2026-12-12', seats_left: 6 }]);
  });

  it('changes a batch that has begun', async () => {
    const { id } = await created();
    setNow('2026-12-06T12:00:00+05:30');
    expect((await change([{ id, version: 1, joining: 'Room 2' }])).status).toBe(1);
    expect((await change([{ id, version: 2, class_days: ['2026-12-05', '2026-12-07'] }])).status).toBe(1);
  });
});

describe('POST /batch_list', () => {
  it('returns the first batches up to the limit, and the number of the others', async () => {
    const days = ['2026-12-19', '2026-12-05', '2026-12-12'];
    await create(days.map((first) => ({ ...validBatch, class_days: [first] })));
    const listed = await list({ limit: 2 });
    expect(listed.batches.map(({ class_days: [first] }) => first)).toEqual(['2026-12-05', '2026-12-12']);
    expect(listed.more).toBe(1);
    expect((await list({ limit: 3 })).more).toBe(0);
  });

  it('sorts by first day, filters, and sends the courses and trainers for the form', async () => {
    const first = await created();
    const second = await created({ course_id: 103, class_days: ['2026-12-04'], on_sale: false });
    const ids = async (filter?: object) => (await list(filter)).batches.map(({ id }) => id);
    expect(await ids()).toEqual([second.id, first.id]);
    expect(await ids({ from: '2026-12-05' })).toEqual([first.id]);
    expect(await ids({ to: '2026-12-05' })).toEqual([second.id]);
    expect(await ids({ course_id: 103 })).toEqual([second.id]);
    expect(await ids({ ids: [first.id] })).toEqual([first.id]);
    expect(await ids({ ids: [] })).toEqual([]);
    const data = batchListData.parse(await list());
    expect(data.trainers).toEqual(['Arvind', 'Kavya']);
    expect(data.courses).toContainEqual({
      id: 101,
      name: 'Course 101',
      fee: 24_999,
      discount_fee: 18_999,
      days: 2,
    });
  });

  it('refuses an invalid date', async () => {
    expect(await post('batch_list', { from: '2026-02-30' })).toMatchObject({ status: 0 });
  });
});

describe('seats', () => {
  it('are not oversold by a concurrent booking and reduction', async () => {
    for (const _round of [1, 2, 3, 4, 5]) {
      const batch = await created({ trainer: 'Kavya', seats: 4 });
      const [booking, reduction] = await Promise.all([
        book(batch, 3),
        change([{ id: batch.id, version: 1, seats: 2 }]),
      ]);
      const [now] = (await list({ ids: [batch.id] })).batches;
      expect(now?.booked).toBeLessThanOrEqual(now?.seats ?? 0);
      expect([booking.status, reduction.status].sort()).toEqual([0, 1]);
      await change([{ id: batch.id, version: now?.version ?? 0, on_sale: false }]);
    }
  });
});
