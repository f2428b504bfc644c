/** Visitors during the faults who send an enquiry or buy a seat. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { formNames } from '@meridian/contracts/leads/forms';
import { bodyOf } from '../leads/personas.ts';
import { type OfferedBatch, openedOrder, type ProductClient } from '../payments/client.ts';
import type { Random } from '../random.ts';
import { ask, type Event } from './events.ts';

export interface Enquiry {
  email: string;
  thanked: boolean;
}

export interface Purchase {
  email: string;
  paymentId: string | undefined;
  /** Whether the booking call was answered with a success. */
  thanked: boolean;
}

export interface Visitors {
  siteUrl: string;
  client: ProductClient;
  batches: readonly OfferedBatch[];
  random: Random;
  events: Event[];
}

const againMs = 1_000;
const timeoutMs = 90_000;
const forms = formNames.filter((form) => !fileFieldOf(form));

/**
 * Sends a form. One in three visitors does not retry; the others retry with the same submission id.
 */
export async function enquire({ siteUrl, random, events }: Visitors, enquiry: Enquiry): Promise<void> {
  const form = random.pick(forms);
  const phone = String(7_000_000_000 + random.between(0, 999_999_999));
  const body = { ...bodyOf(form, { email: enquiry.email, phone }), submission_id: randomUUID() };
  const givesUp = random.chance(1 / 3);
  const deadline = performance.now() + timeoutMs;
  do {
    const { outcome } = await ask(`${siteUrl}/api/${form}`, { kind: 'lead', events, body });
    enquiry.thanked = outcome === 'done';
    if (enquiry.thanked || givesUp) return;
    await sleep(againMs);
  } while (performance.now() < deadline);
}

/**
 * Buys a seat. Most browsers report the payment, and most webhooks arrive. Only the reconciler finds the few payments
 * without both.
 */
export async function buy(
  { siteUrl, client, batches, random, events }: Visitors,
  purchase: Purchase,
): Promise<void> {
  const batch = random.pick(batches);
  const contact = {
    first_name: 'Asha',
    last_name: 'Rao',
    email: purchase.email,
    phone_number: '98450 12345',
  };
  const requested = { course_id: batch.courseId, course_schedule_id: batch.batchId, number_of_course: 1 };
  const deadline = performance.now() + timeoutMs;
  const repeat = async (kind: 'checkout' | 'claim', path: string, body: object): Promise<unknown> => {
    while (performance.now() < deadline) {
      const answer = await ask(`${siteUrl}/api/${path}`, { kind, events, body });
      if (answer.outcome === 'done') return answer.body;
      await sleep(againMs);
    }
    return undefined;
  };
  const opened = openedOrder.safeParse(await repeat('checkout', 'checkout', { ...requested, ...contact }))
    .data?.data;
  if (!opened) return;
  // A visitor without an answer from the payment dialog leaves. The comparison of records shows whether the order was
  // paid.
  const paid = await client
    .pay(opened.order_id, 'captured', random.chance(0.8) ? 'send' : 'drop')
    .catch(() => undefined);
  purchase.paymentId = paid?.razorpay_payment_id;
  if (!paid || random.chance(0.1)) return;
  const claim = { ...requested, ...contact, total_fee: rupeesOf(opened.amount), ...paid };
  purchase.thanked = (await repeat('claim', 'booking', claim)) !== undefined;
}
