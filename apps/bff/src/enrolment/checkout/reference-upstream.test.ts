import { useTestUpstream } from '@meridian/upstream/test-upstream';
import supertest from 'supertest';
import { expect, it } from 'vitest';
import { buyer, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';

const upstream = await useTestUpstream({ faults: true, start: new Date().toISOString() });
const upstreamUrl = await upstream.app.listen({ host: '127.0.0.1', port: 0 });
const upstreamHttp = supertest(upstreamUrl);
const stack = await useCheckoutStack({ upstreamUrl });

interface OfferedBatch {
  id: number;
  discount_fee: number;
}

async function lastPageOf(courseId: number): Promise<OfferedBatch> {
  const ask = (offset: number) =>
    upstreamHttp.post('/course_schedule').send({ id: courseId, day_type: '', offset });
  const total: number = (await ask(0)).body.data.total_schedule;
  const { course_schedule: batches } = (await ask(Math.max(0, total - 1))).body.data;
  return batches.at(-1);
}

it('sells and books a batch of the reference upstream once, even if its answer is lost', async () => {
  const { body } = await upstreamHttp.post('/cat_course').send({});
  const slug: string = body.data[0].seo_slug;
  const course = (await upstreamHttp.post('/course_details').send({ seo_slug: slug })).body.data;
  const batch = await lastPageOf(course.id);
  const { order_id: orderId } = await stack.open({
    course_id: course.id,
    course_schedule_id: batch.id,
    number_of_course: 1,
  });
  const paid = await stack.pay(orderId, 'captured', 'duplicate');
  await upstreamHttp
    .post('/_upstream/faults')
    .send({ kind: 'lost_answer', times: 1, calls: ['booking'] })
    .expect(200);
  await stack.http.post('/api/booking').send(paid).expect(200);
  await stack.idle();
  const order = await stack.order(orderId);
  await stack.checkout.advance([order.id]);
  expect((await stack.order(orderId)).state).toBe('booked');
  const bookings = (await upstreamHttp.get('/_upstream/bookings')).body.data;
  expect(bookings).toMatchObject([
    {
      course_id: course.id,
      course_schedule_id: batch.id,
      fee: batch.discount_fee,
      number_of_course: 1,
      transaction_id: paid.razorpay_payment_id,
      idempotency_key: order.id,
      ...buyer,
    },
  ]);
});
