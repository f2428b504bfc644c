/** Pays and books orders as a browser does, with enough concurrent visitors to keep the product busy. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type OfferedBatch, openedOrder, type ProductClient } from '../payments/client.ts';
import type { Random } from '../random.ts';

const visitors = 16;
const waitMs = 200;
const tries = 900;

/** Retries a call until it succeeds, because servers are killed meanwhile. */
async function untilDone<Result>(run: () => Promise<Result | undefined>): Promise<Result> {
  for (let left = tries; left > 0; left -= 1) {
    const result = await run().catch(() => undefined);
    if (result !== undefined) return result;
    await sleep(waitMs);
  }
  throw new Error('a call did not succeed within three minutes');
}

async function bookOne(client: ProductClient, index: number, batch: OfferedBatch): Promise<void> {
  const requested = {
    course_id: batch.courseId,
    course_schedule_id: batch.batchId,
    number_of_course: 1,
    first_name: 'Asha',
    last_name: 'Rao',
    phone_number: '98450 12345',
    email: `payer-${index}@example.com`,
  };
  const attendees = [{ name: 'Ravi Rao', email: `guest-${index}@example.com` }];
  const { order_id: orderId, amount } = await untilDone(async () => {
    const { body } = await client.api('checkout', { ...requested, attendees });
    return openedOrder.safeParse(body).data?.data;
  });
  const paid = await untilDone(() => client.pay(orderId, 'captured', 'drop'));
  await untilDone(async () => {
    const answer = await client.api('booking', { ...requested, total_fee: amount / 100, ...paid });
    return answer.httpStatus === 200 ? true : undefined;
  });
}

/** @param onBooked called after each booking with the number of bookings so far */
export async function bookMany(
  client: ProductClient,
  plan: { bookings: number; batches: readonly OfferedBatch[]; random: Random },
  onBooked: (booked: number) => void,
): Promise<void> {
  const { bookings, batches, random } = plan;
  let next = 0;
  let booked = 0;
  async function bookInTurn(): Promise<void> {
    while (next < bookings) {
      next += 1;
      await bookOne(client, next, random.pick(batches));
      booked += 1;
      onBooked(booked);
    }
  }
  await Promise.all(Array.from({ length: visitors }, bookInTurn));
}
