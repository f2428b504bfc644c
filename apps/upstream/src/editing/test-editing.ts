/** Starts an upstream whose batches a test edits over HTTP. */
import type {
  BatchFault,
  BatchListData,
  BatchSavedData,
  EditableBatch,
} from '@meridian/contracts/site/schedule/batch-editing';
import request from 'supertest';
import { testCourse } from '../content/test-content.ts';
import { useTestUpstream } from '../test-upstream.ts';

const person = { designation: 'Trainer', description: 'Twenty years of practice.', image: 'people/one.svg' };

/** A valid new batch of course 101, whose usual price is ₹18,999. */
export const validBatch = {
  course_id: 101,
  class_days: ['2026-12-05', '2026-12-06'],
  start_time: '09:00',
  end_time: '17:00',
  mode: 'online',
  city: null,
  venue_state: null,
  trainer: 'Arvind',
  fee: 24_999,
  discount_fee: 18_999.5,
  seats: 8,
  joining: null,
  on_sale: true,
};

interface Answer {
  status: number;
  message: string;
  data: BatchSavedData;
}

/**
 * Starts an upstream with the courses 101, 102 and 103 without rules, and two trainers. Its clock is set to
 * noon on 20 November 2026.
 */
export async function useEditing() {
  const upstream = await useTestUpstream({
    files: {
      'courses/course-one.yaml': testCourse(101, { related: ['course-two'], batches: [] }),
      'courses/course-three.yaml': testCourse(103, { batches: undefined }),
      'people/trainers.yaml': [
        { id: 1, name: 'Arvind', ...person },
        { id: 2, name: 'Kavya', ...person },
      ],
    },
  });

  async function post(call: string, body: object, key?: string) {
    const sent = request(upstream.app.server).post(`/${call}`);
    const response = await (key ? sent.set('Idempotency-Key', key) : sent).send(body);
    return response.body;
  }

  const create = (batches: readonly object[], options: object = {}, key?: string): Promise<Answer> =>
    post('batch_create', { batches, ...options }, key);
  const change = (changes: readonly object[], options: object = {}, key?: string): Promise<Answer> =>
    post('batch_change', { changes, ...options }, key);

  async function created(fields: object = {}): Promise<EditableBatch> {
    const { message, data } = await create([{ ...validBatch, ...fields }]);
    const batch = data.batches[0];
    if (!batch) throw new Error(`${message} ${JSON.stringify(data.faults)}`);
    return batch;
  }

  let payments = 0;
  function book({ id, course_id }: EditableBatch, seats: number) {
    payments += 1;
    return post('booking', {
      course_id,
      course_schedule_id: id,
      fee: 1,
      number_of_course: seats,
      gst_total: 0,
      sub_total: seats,
      total_fee: seats,
      transaction_id: `pay_${payments}`,
      first_name: 'Asha',
      last_name: 'Rao',
      email: 'asha@example.com',
      phone_number: '+91 98000 00001',
    });
  }

  async function list(filter: object = {}): Promise<BatchListData> {
    return (await post('batch_list', filter)).data;
  }

  async function schedule(courseId: number) {
    return (await post('course_schedule', { id: courseId })).data.course_schedule;
  }

  async function reset(): Promise<void> {
    upstream.setNow('2026-11-20T12:00:00+05:30');
    for (const table of ['booking_changes', 'bookings', 'batches'] as const)
      await upstream.database.deleteFrom(table).execute();
  }

  return { ...upstream, reset, post, create, change, created, book, list, schedule };
}

/** `index field code` of each fault. */
export function codesOf(faults: readonly BatchFault[]): string[] {
  return faults.map(({ index, field, code }) => `${index} ${field} ${code}`);
}
