import { beforeEach, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId, someBatch } from '../../../testing/checkout/upstream-double.ts';
import { operationsOn } from '../../../testing/operators/actions-on.ts';
import { batchesCommand } from './batches.ts';

const stack = await useCheckoutStack();
const { database, upstream, deps } = stack;

beforeEach(async () => {
  await stack.reset();
  for (const table of ['mails', 'batch_changes', 'batch_joining'] as const)
    await database.deleteFrom(table).execute();
});

async function ops(...args: string[]) {
  const lines: string[] = [];
  const status = await batchesCommand(args, operationsOn(database, { comparing: deps }), (line) =>
    lines.push(line),
  );
  return { status, text: lines.join('\n') };
}

it('shows and confirms a change of the upstream, sets joining instructions, and sends a message', async () => {
  const { order_id: providerId } = await stack.open();
  await stack.http
    .post('/api/booking')
    .send(await stack.pay(providerId))
    .expect(200);
  upstream.schedules.set(courseId, [someBatch({ start_time: '10:00' })]);
  expect((await ops('compare')).text).toBe('1 batch compared: 1 new change');
  const [listed] = JSON.parse((await ops('list', '--json')).text).batches;
  expect(listed).toMatchObject({
    id: batchId,
    orders: 1,
    seats: 2,
    change: { kind: 'changed', state: 'open' },
  });
  const change = String(listed.change.id);
  expect((await ops()).text).toMatch(
    /101417991205 +2099-12-05 +Leading SAFe +1 +2 +none +\d+: days \(open\)/,
  );
  expect((await ops('show', String(batchId))).text).toContain('10:00 am to 1:00 pm IST');
  expect(await ops('confirm-change', change)).toEqual({
    status: 0,
    text: 'The change is confirmed. Payers and attendees of 1 order get an email.',
  });
  expect(await ops('confirm-change', change)).toMatchObject({ status: 1 });
  expect(await ops('dismiss-change', change, '--note', 'late')).toMatchObject({ status: 1 });
  expect(await ops('set-joining', String(batchId), '--text', 'Hall 3')).toMatchObject({ status: 0 });
  expect((await ops('show', String(batchId))).text).toContain('joining  Hall 3');
  expect(await ops('set-joining', String(batchId), '--text', 'Hall 3')).toMatchObject({
    text: expect.stringContaining('The instructions are unchanged'),
  });
  const message = [
    'send-message',
    String(batchId),
    '--subject',
    'A  hall',
    '--text',
    'It is hall 3.',
  ] as const;
  expect(JSON.parse((await ops(...message, '--preview', '--json')).text)).toMatchObject({
    addresses: 1,
    rendered: { subject: 'A hall', text: expect.stringContaining('It is hall 3.') },
  });
  expect(await ops(...message)).toEqual({ status: 0, text: 'The message is being sent to 1 address.' });
  expect(await ops(...message)).toMatchObject({ status: 1, text: expect.stringContaining('already') });
  const text = (await ops('list', '--json')).text + (await ops('show', String(batchId), '--json')).text;
  expect(text).not.toContain('asha@example.com');
});

it.each([
  [['show'], 'The batch id is missing.'],
  [['confirm-change'], 'ID is missing'],
  [['confirm-change', 'x'], 'ID: Enter the number of a change'],
  [['show', 'x'], 'is not a batch id'],
  [['list', '7'], 'Unexpected argument'],
  [['dismiss-change', '7'], '--note'],
  [['set-joining', '7'], '--text'],
  [['show', '7', '--limit', '3'], '--limit cannot be used with "show"'],
  [['set-joining', '7', '--file', '/nowhere'], '"/nowhere" cannot be read'],
  [['send-message', '7', '--text', 'a'], '--subject'],
])('refuses %j', async (args, sentence) => {
  const { status, text } = await ops(...args);
  expect(status).toBe(2);
  expect(text).toContain(sentence);
});

it('refuses an unknown batch or change', async () => {
  for (const args of [
    ['show', '7'],
    ['confirm-change', '7'],
    ['set-joining', '7', '--text', 'a'],
  ])
    expect(await ops(...args)).toMatchObject({ status: 1 });
});
