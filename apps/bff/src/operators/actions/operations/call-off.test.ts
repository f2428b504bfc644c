import { beforeEach, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId, someBatch } from '../../../../testing/checkout/upstream-double.ts';
import { finishCallOffs } from '../../../enrolment/batches/calling-off/finish-call-offs.ts';
import { createBatchEditor } from '../../../partners/upstream/batch-editor.ts';
import { transact } from '../../../platform/database/transact.ts';
import { callOffOperation } from './call-off.ts';

const stack = await useCheckoutStack();
const { jobs, publicUrl, provider, decisions, upstream, log } = stack.deps;
const { isMoneyShort } = provider;
const editor = createBatchEditor(upstream);
const services = { database: stack.database, jobs, publicUrl, decisions, isMoneyShort, editor, log };
const operation = callOffOperation(() => services);
const input = { id: batchId, note: 'too few' };

beforeEach(async () => {
  await stack.reset();
  stack.upstream.schedules.set(courseId, [someBatch()]);
});

async function begin(outcome: 'refund' | 'choose'): Promise<void> {
  const { confirm } = (await operation.preview?.({ ...input, outcome })) ?? { confirm: '' };
  await transact(stack.database, async (transaction) =>
    operation.begin?.(transaction, { ...input, outcome, confirm }),
  );
}

const work = (outcome: 'refund' | 'choose') =>
  operation.work({ ...input, outcome, confirm: '' }, () => Promise.resolve());

for (const { outcome, message } of [
  {
    outcome: 'refund',
    message: '2 bookings cancelled. The payment provider has accepted 2 refunds.',
  },
  { outcome: 'choose', message: '2 bookings: payers get an email and choose another date or a refund.' },
] as const)
  it(`counts the bookings that the scheduled job has already called off: ${outcome}`, async () => {
    await stack.book();
    await stack.book({ email: 'ravi@example.com' });
    await begin(outcome);
    await finishCallOffs(services);
    expect(await work(outcome)).toMatchObject({ message, output: { bookings: 2 }, hasFailed: false });
  });
