/** Checks every form and a booking, each sent twice with one idempotency key and marked as test data. */
import { randomUUID } from 'node:crypto';
import { callExamples } from '@meridian/contracts/call-examples';
import type { FormName } from '@meridian/contracts/calls';
import { classifySubmit } from '@meridian/contracts/classify-answer';
import { paiseOf, priceOf, rupeesOf } from '@meridian/contracts/enrolment/pricing';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { formNames } from '@meridian/contracts/leads/forms';
import type { Result } from './result.ts';
import { type Ask, type Found, resultOf, skipped } from './session.ts';
import type { Asked } from './upstream-call.ts';

const mark = 'Contract check: test data, please ignore.';
const marked: Record<string, string> = {
  full_name: 'Contract Check',
  first_name: 'Contract',
  last_name: 'Check',
  email: 'contract-check@example.com',
  phone_number: '+91 00000 00000',
  mobile_number: '+91 00000 00000',
  company_name: 'Contract check',
  message: mark,
  comment: mark,
  query: mark,
};
const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

/** Example body of a call, with a test person and ids of this upstream. */
function bodyOf(name: FormName | 'booking', found: Found): Record<string, string | number> {
  const known: Record<string, number | undefined> = {
    course_id: found.courseId,
    blog_id: found.postId,
    resources_id: found.resourceId,
  };
  const entries = Object.entries(callExamples[name]);
  return Object.fromEntries(entries.map(([field, value]) => [field, marked[field] ?? known[field] ?? value]));
}

function bookingBody(found: Found, batch: { id: number; fee: number }) {
  const price = priceOf(paiseOf(batch.fee), 1);
  return {
    ...bodyOf('booking', found),
    course_schedule_id: batch.id,
    number_of_course: 1,
    fee: rupeesOf(price.unitPaise),
    sub_total: rupeesOf(price.subTotalPaise),
    gst_total: rupeesOf(price.gstPaise),
    total_fee: rupeesOf(price.totalPaise),
    transaction_id: `contract_check_${randomUUID().slice(0, 8)}`,
  };
}

/** Sends a request twice with one idempotency key. Both answers must have status 1. */
async function sendTwice(ask: Ask, requested: Asked): Promise<Result[]> {
  const request = { ...requested, idempotencyKey: randomUUID() };
  const first = resultOf(requested.name, 'a submission', await ask(request), classifySubmit);
  if (first.verdict === 'deviates' || first.verdict === 'unreachable') return [first];
  return [first, resultOf(requested.name, 'the same submission again', await ask(request), classifySubmit)];
}

/** @param found ids known to this upstream */
export async function checkWrites(ask: Ask, found: Found): Promise<Result[]> {
  const results: Result[] = [];
  for (const name of formNames) {
    const field = fileFieldOf(name)?.name;
    const file = field && { field, name: 'contract-check.pdf', type: 'application/pdf', bytes: pdf };
    const requested = { name, body: bodyOf(name, found), ...(file && { file }) };
    results.push(...(await sendTwice(ask, requested)));
  }
  if (!found.batch) return [...results, skipped('booking', 'a submission', 'no batch')];
  return [...results, ...(await sendTwice(ask, { name: 'booking', body: bookingBody(found, found.batch) }))];
}
