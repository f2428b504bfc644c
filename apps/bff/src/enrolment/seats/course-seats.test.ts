import supertest from 'supertest';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { useSite } from '../../../testing/site.ts';

const site = await useSite();
const { http } = site;
const upstream = supertest(site.environment.UPSTREAM_URL);
const counted = 201;
const uncounted = 101;

interface ReadBatch {
  id: number;
  seats_left?: number;
}

async function batchesOf(courseId: number): Promise<ReadBatch[]> {
  const { body } = await upstream.post('/course_schedule').send({ id: courseId });
  return body.data.course_schedule;
}

const seatsOf = async (courseId: number) =>
  new Map<number, number>(
    (await http.get(`/api/seats/${courseId}`).expect(200)).body.data.seats.map(
      (batch: { course_schedule_id: number; seats_left: number }) => [
        batch.course_schedule_id,
        batch.seats_left,
      ],
    ),
  );

const now = performance.now.bind(performance);
let aheadMs = 0;
vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
afterAll(() => vi.restoreAllMocks());

/** Moves the clock forward, so that earlier answers are no longer shared. */
function expireSharedReads(): void {
  aheadMs += 3_200;
}

describe('GET /api/seats/<course_id>', () => {
  it('lists every batch whose free seats the upstream reports, and is not cached', async () => {
    const answer = await http.get(`/api/seats/${counted}`).expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const seatsById = await seatsOf(counted);
    for (const { id, seats_left: left } of await batchesOf(counted)) expect(seatsById.get(id)).toBe(left);
    expect(await seatsOf(uncounted)).toEqual(new Map());
  });

  it('within seconds, subtracts seats that are held on this site and seats that are booked elsewhere', async () => {
    const batch = (await batchesOf(counted)).find(({ seats_left: left }) => (left ?? 0) >= 5);
    const before = batch?.seats_left ?? 0;
    const requested = {
      course_id: counted,
      course_schedule_id: batch?.id,
      number_of_course: 2,
      first_name: 'Asha',
      last_name: 'Nair',
      email: 'asha@example.com',
      phone_number: '+91 98450 00000',
    };
    const opened = await http.post('/api/checkout').send(requested).expect(200);
    expect(opened.body.data.held_until).toEqual(expect.any(String));
    const foreign = {
      ...requested,
      number_of_course: 1,
      fee: 1,
      gst_total: 0,
      sub_total: 1,
      total_fee: 1,
      transaction_id: 'a_foreign_channel',
    };
    expect((await upstream.post('/booking').send(foreign)).body.status).toBe(1);
    expireSharedReads();
    expect((await seatsOf(counted)).get(batch?.id ?? 0)).toBe(before - 3);
  });

  it('shares one read of the upstream between many visitors', async () => {
    expireSharedReads();
    await upstream
      .post('/_upstream/faults')
      .send({ kind: 'http_500', calls: ['course_schedule'], times: 1 })
      .expect(200);
    const answers = await Promise.all(Array.from({ length: 10 }, () => http.get(`/api/seats/${counted}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([502]));
    expect(answers[0]?.body).toMatchObject({ status: 0 });
    expireSharedReads();
    await http.get(`/api/seats/${counted}`).expect(200);
  });

  it.each(['999999', '0', 'leading-safe', '1'.repeat(16)])(
    'answers 404 for %s, which is not a course',
    async (id) => {
      const answer = await http.get(`/api/seats/${id}`).expect(404);
      expect(answer.body).toEqual({ status: 0, message: 'Course not found.' });
    },
  );

  it('cached reads contain no numbers of seats', async () => {
    const { text } = await http.get(`/api/course_schedule?id=${counted}`).expect(200);
    expect(text).not.toContain('seats');
    expect(text).toContain('selling_fast');
  });
});
