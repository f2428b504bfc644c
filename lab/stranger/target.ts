/** Targets of the attacks: batches, a coupon and an operator. */
import { marketingText } from '@meridian/contracts/leads/notice';
import { scheduleOnSale } from '@meridian/contracts/site/schedule/seats';
import type { Stack } from '@meridian/stack/stack';
import { totpOf } from '@meridian/stack/totp';
import { z } from 'zod';
import { billing } from '../chaos/billing.ts';
import { clientOf, openedOrder, post } from '../chaos/payments/client.ts';
import { ops } from '../chaos/payments/operator.ts';
import { type Caller, callerAt } from './caller.ts';

const password = 'correct horse battery';

/** Courses of the sample content with counted seats. */
const courseIds = [201, 202, 203];
const uncountedCourseId = 101;

/** Max seats that one network address can hold in a batch. */
const maxHeld = 10;

export interface Batch {
  course_id: number;
  course_schedule_id: number;
}

export interface Target {
  /** The batch with the most seats. */
  seatBatch: Batch;
  /** The batch with the fewest free seats that is not sold out, then batches of its course with more. */
  smallAndOthers: Batch[];
  soldOutBatch: Batch;
  /** A batch without counted seats, so that attacks on coupons are not limited by seats. */
  uncountedBatch: Batch;
  /** A coupon with a limited number of uses. */
  coupon: string;
  /** Version of the consent text for marketing. */
  consentText: string;
  operator: { email: string; signIn: (caller: Caller) => Promise<boolean> };
}

async function batchesOf({ upstreamUrl }: Stack) {
  const schedules = courseIds.map(async (courseId) => {
    const { body } = await post(`${upstreamUrl}/course_schedule`, { id: courseId });
    const { success, data } = scheduleOnSale.safeParse(z.object({ data: z.unknown() }).parse(body).data);
    const batches = success ? data.course_schedule : [];
    return batches.map(({ id, seats_left: left }) => ({
      left: left ?? 0,
      batch: { course_id: courseId, course_schedule_id: id },
    }));
  });
  return (await Promise.all(schedules)).flat().toSorted((one, other) => one.left - other.left);
}

async function invited(stack: Stack): Promise<Target['operator']> {
  const email = 'operator@example.com';
  const invitation = JSON.parse(await ops(stack, 'operators', 'invite', email, '--role', 'admin', '--json'));
  const token = /[\w-]{43}$/.exec(z.string().parse(invitation.link))?.[0];
  const caller = callerAt(stack, '192.0.2.9');
  const enrolment = { token, name: 'Meera Rao', password };
  const accepted = await caller.console('/invitations/accept', enrolment);
  const { totp_uri: uri } = z.object({ totp_uri: z.string() }).parse(accepted.body.data);
  await caller.console('/second-factor', { code: totpOf(uri) }, accepted.cookie);
  return {
    email,
    // Uses the code of the next period, which is valid already: a code can be used only once.
    signIn: async (from) =>
      (await from.console('/session', { email, password, code: totpOf(uri, 1) })).httpStatus === 200,
  };
}

export async function prepareTarget(stack: Stack): Promise<Target> {
  const batches = await batchesOf(stack);
  const [narrowest] = batches;
  const widest = batches.at(-1);
  const small = batches.find(({ left }) => left > 0);
  if (!narrowest || narrowest.left > 0 || !small || !widest || widest.left <= maxHeld)
    throw new TypeError(`the sample has no sold-out batch, or no batch with more than ${maxHeld} seats`);
  const others = batches.filter(
    ({ batch, left }) =>
      batch.course_id === small.batch.course_id && left > small.left && batch !== widest.batch,
  );
  const [uncounted] = await clientOf(stack).batchesOf(uncountedCourseId);
  if (!uncounted) throw new TypeError('the sample has no batch whose seats are not counted');
  const coupon = 'STRANGER10';
  await ops(stack, 'coupons', 'add', coupon, '--percent', '10', '--uses', '10', '--uses-per-email', '1');
  return {
    seatBatch: widest.batch,
    smallAndOthers: [small, ...others].map(({ batch }) => batch),
    soldOutBatch: narrowest.batch,
    uncountedBatch: { course_id: uncounted.courseId, course_schedule_id: uncounted.batchId },
    coupon,
    consentText: marketingText.version,
    operator: await invited(stack),
  };
}

/** Buys a seat. @returns whether it was booked */
export async function buySeat(
  stack: Stack,
  caller: Caller,
  batch: Batch,
  extra: { email: string; coupon?: string },
): Promise<boolean> {
  const buyer = { first_name: 'Asha', last_name: 'Rao', phone_number: '98450 12345', billing, ...extra };
  const requested = { ...batch, number_of_course: 1, ...buyer };
  const opened = openedOrder.safeParse((await caller.site('checkout', requested)).body).data?.data;
  if (!opened) return false;
  const paid = await clientOf(stack).pay(opened.order_id, 'captured', 'send');
  const booked = await caller.site('booking', { ...requested, ...paid });
  return booked.httpStatus === 200 && booked.body.status === 1;
}
