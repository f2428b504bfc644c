import { randomUUID } from 'node:crypto';
import type {
  ActionName,
  ActionRequest,
  ConfirmedName,
  PreviewRequest,
} from '@meridian/contracts/operators/actions';
import type { EditableBatch } from '@meridian/contracts/site/schedule/batch-editing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../../testing/checkout/checkout-stack.ts';
import { withFacts } from '../../../../testing/mail/with-facts.ts';
import { actionsOn } from '../../../../testing/operators/actions-on.ts';
import { startSampleUpstream } from '../../../../testing/sample-upstream.ts';
import { createBatchEditor } from '../../../partners/upstream/batch-editor.ts';
import { createUpstreamClient } from '../../../partners/upstream/upstream-client.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { compareBatches } from '../compare-batches.ts';

const upstream = await startSampleUpstream();
afterAll(() => upstream.stop());
const stack = await useCheckoutStack({ upstreamUrl: upstream.url });
const { database, deps, http } = stack;
const editor = createBatchEditor(createUpstreamClient({ baseUrl: upstream.url, timeoutMs: 5_000 }));
const actions = actionsOn(database, { editor, jobs: stack.jobs, publicUrl: deps.publicUrl });
const actor = { id: null, email: 'asha@academy.example', role: 'admin', isSteppedUp: true } as const;
const execute = <Name extends ActionName>(
  name: Name,
  input: ActionRequest<Name>,
  key: string = randomUUID(),
) => actions.execute(name, input, { actor, key, requestId: 'request-1' });
const preview = <Name extends ConfirmedName>(name: Name, input: PreviewRequest<Name>) =>
  actions.preview(name, input, actor);
const { trainers = [] } = (await editor.list({ ids: [] })) ?? {};
const [trainer = '', otherTrainer = ''] = trainers;

let days = 0;
/** @returns a day on which no trainer has a batch */
function nextDay(): string {
  days += 1;
  return new Date(Date.UTC(2031, 2, days)).toISOString().slice(0, 10);
}
const planned = (class_days = [nextDay()]) => ({
  course: 101,
  class_days,
  start_time: '09:00',
  end_time: '12:00',
  mode: 'online' as const,
  city: null,
  venue_state: null,
  trainer,
  seats: 10,
  joining: null,
  on_sale: true,
});

async function create(input = planned()): Promise<EditableBatch> {
  const { confirm } = (await preview('batches.create', input)) as { confirm: string };
  const { batches } = await execute('batches.create', { ...input, confirm });
  const [batch] = batches;
  if (!batch) throw new Error('nothing was created');
  return batch;
}
const readNow = async ({ id }: Pick<EditableBatch, 'id'>) => {
  const batch = (await editor.list({ ids: [id] }))?.batches[0];
  if (!batch) throw new Error('the batch is gone');
  return batch;
};
const sell = (batch: EditableBatch, overrides: Record<string, unknown> = {}) =>
  stack.book({ course_id: 101, course_schedule_id: batch.id, attendees: [], ...overrides });
const mails = async (kind: string) =>
  withFacts(await database.selectFrom('mails').selectAll().where('kind', '=', kind).execute());

/** @returns the messages of a refusal by field */
async function faultsOf(acting: Promise<unknown>): Promise<Record<string, readonly string[]>> {
  const error = await acting.then(
    () => new Error('it was done'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw error;
  return error.errors ?? { '': [error.message] };
}

beforeEach(async () => {
  await stack.reset();
  for (const table of ['mails', 'batch_changes'] as const) await database.deleteFrom(table).execute();
});

describe('a new batch', () => {
  it('is sold at the price of its course', async () => {
    const batch = await create();
    const { discount_fee: price } = batch;
    const opened = await stack.open({ course_schedule_id: batch.id, number_of_course: 1 });
    expect(opened.amount).toBe(Math.round(price * 118));
  });

  it('is repeated over a period without holidays, and created once per idempotency key', async () => {
    const first = '2032-01-05';
    const input = {
      ...planned([first]),
      repeat: { every_weeks: 1, until: '2032-01-31', except: ['2032-01-26'] },
    };
    const shown = await preview('batches.create', input);
    expect(shown).toMatchObject({
      dates: [['2032-01-05'], ['2032-01-12'], ['2032-01-19']],
      left_out: ['2032-01-26'],
    });
    const { confirm } = shown as { confirm: string };
    const key = randomUUID();
    const [one, other] = await Promise.all(
      [1, 2].map(() => execute('batches.create', { ...input, confirm }, key)),
    );
    expect(one?.batches).toHaveLength(3);
    expect(other).toEqual(one);
    const { batches = [] } = (await editor.list({ from: first, to: '2032-02-28', course_id: 101 })) ?? {};
    expect(batches.filter(({ start_time }) => start_time === '09:00')).toHaveLength(3);
  });

  it.each<[string, object]>([
    ['class_days', { class_days: ['2020-01-01'] }],
    ['trainer', { trainer: 'Nobody' }],
    ['city', { mode: 'classroom' }],
    ['end_time', { end_time: '08:00' }],
    ['course', { course: 999_999 }],
  ])('with an error in %s is refused at that field', async (field, change) => {
    const faults = await faultsOf(preview('batches.create', { ...planned(), ...change }));
    expect(Object.keys(faults)).toContain(field);
  });

  it('is read from a spreadsheet; errors are listed by line and column', async () => {
    const titles = 'Course,Class days,Start time,End time,Trainer,Seats,State,Mode,City';
    const [day, other] = [nextDay(), nextDay()];
    const [year, month, date] = day.split('-');
    const good = `101,${date}-${month}-${year},9:00,12:00,${trainer},12,Karnataka,classroom,Bengaluru`;
    const csv = [
      titles,
      good,
      `102x,soon,9:00,12:00,${trainer},,,,`,
      `101,${other},9:00,12:00,Nobody,-3,,,`,
    ].join('\n');
    const { faults } = (await preview('batches.import', { csv })) as {
      faults: { line: number; column: string }[];
    };
    expect(faults.map(({ line, column }) => `${line} ${column}`)).toEqual(
      expect.arrayContaining(['3 course', '3 class days', '4 seats']),
    );
    const right = [titles, good].join('\r\n');
    const { confirm, batches } = (await preview('batches.import', { csv: right })) as {
      confirm: string;
      batches: number;
    };
    expect(batches).toBe(1);
    const { batches: made } = await execute('batches.import', { csv: right, confirm });
    expect(made).toMatchObject([{ class_days: [day], city: 'Bengaluru', venue_state: '29', seats: 12 }]);
  });
});

describe('a change', () => {
  it('of a batch that has changed since it was read is refused with a conflict', async () => {
    const batch = await create();
    const read = { id: batch.id, version: batch.version };
    await execute('batches.edit', { batches: [read], set: { seats: 12 } });
    await expect(execute('batches.edit', { batches: [read], set: { seats: 14 } })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('seats: 12'),
    });
    expect((await readNow(batch)).seats).toBe(12);
  });

  it('cannot go below the seats sold or held here, and cannot change the place or the days of a sold batch', async () => {
    const batch = await create();
    await sell(batch, { number_of_course: 2 });
    await stack.open({ course_schedule_id: batch.id, number_of_course: 2 });
    const read = await readNow(batch);
    const set = (values: object) =>
      faultsOf(execute('batches.edit', { batches: [{ id: read.id, version: read.version }], set: values }));
    expect(await set({ seats: 3 })).toMatchObject({ seats: [expect.stringContaining('4')] });
    expect(await set({ mode: 'classroom', city: 'Pune', venue_state: '27' })).toHaveProperty('mode');
    expect(await set({ class_days: [nextDay()] })).toMatchObject({
      class_days: [expect.stringContaining('Postpone')],
    });
  });

  it('of the trainer of a sold batch is mailed to its people, and the comparison finds no difference', async () => {
    const batch = await create();
    await sell(batch);
    const { version } = await readNow(batch);
    const changed = await execute('batches.edit', {
      batches: [{ id: batch.id, version }],
      set: { trainer: otherTrainer, joining: 'https://meet.example/1' },
    });
    expect(changed.orders).toBe(1);
    expect(await mails('booking_moved')).toMatchObject([
      { facts: { to: { instructor_name: otherTrainer } } },
    ]);
    expect(await mails('joining_changed')).toEqual([]);
    const again = await readNow(batch);
    const set = { joining: 'https://meet.example/2' };
    await execute('batches.edit', { batches: [{ id: again.id, version: again.version }], set });
    expect(await mails('joining_changed')).toHaveLength(1);
    expect(await compareBatches(deps)).toMatchObject({ compared: 1, opened: 0 });
  });

  it('takes a sold batch off sale, and the comparison still finds it', async () => {
    const batch = await create();
    await sell(batch);
    const { version } = await readNow(batch);
    await execute('batches.edit', { batches: [{ id: batch.id, version }], set: { on_sale: false } });
    expect(await compareBatches(deps)).toMatchObject({ compared: 1, opened: 0 });
    const refused = await http.post('/api/checkout').send({ course_id: 101, course_schedule_id: batch.id });
    expect(refused.status).toBe(400);
  });

  it('of the price is refused for the role desk, and needs a confirmation if it is far from the price of the course', async () => {
    const { id, version } = await create();
    const price = { batches: [{ id, version }], fee: 24_999, discount_fee: 9 };
    const desk = { ...actor, role: 'desk' } as const;
    const asDesk = actions.execute('batches.set-price', price, {
      actor: desk,
      key: randomUUID(),
      requestId: 'r',
    });
    await expect(asDesk).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await faultsOf(execute('batches.set-price', price))).toHaveProperty('discount_fee');
    await execute('batches.set-price', { ...price, unusual_prices: true });
    expect(await readNow({ id })).toMatchObject({ discount_fee: 9 });
  });

  it('without an answer of the upstream is refused, and changes nothing', async () => {
    const { id, version } = await create();
    const silent = createBatchEditor(createUpstreamClient({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 500 }));
    const without = actionsOn(database, { editor: silent });
    const acting = without.execute(
      'batches.edit',
      { batches: [{ id, version }], set: { seats: 4 } },
      { actor, key: randomUUID(), requestId: 'r' },
    );
    await expect(acting).rejects.toMatchObject({ kind: 'partner_unavailable' });
    expect(await readNow({ id })).toMatchObject({ seats: 10 });
  });
});

describe('postponing a batch', () => {
  it('keeps its seats, mails its payer once, and lets the payer cancel for a full refund', async () => {
    const batch = await create();
    const { id: orderId } = await sell(batch);
    const { version } = await readNow(batch);
    const later = nextDay();
    const input = {
      id: batch.id,
      version,
      class_days: [later],
      start_time: '10:00',
      end_time: '13:00',
      note: 'ill',
    };
    const { confirm } = (await preview('batches.postpone', input)) as { confirm: string };
    const key = randomUUID();
    await execute('batches.postpone', { ...input, confirm }, key);
    await execute('batches.postpone', { ...input, confirm }, key);
    expect(await readNow(batch)).toMatchObject({ class_days: [later], start_time: '10:00' });
    const [mail, ...more] = await mails('booking_moved');
    expect(more).toEqual([]);
    expect(mail?.facts).toMatchObject({ to: { start_date: later }, isOtherBatch: false });
    const { plan, order } = await deps.decisions.preview(orderId, { kind: 'cancel', byPolicy: true });
    expect([plan.policyPercent, order.batch.start_date]).toEqual([100, later]);
    expect(await compareBatches(deps)).toMatchObject({ compared: 1, opened: 0 });
  });

  it('is refused without bookings: the days can be edited instead', async () => {
    const { id, version } = await create();
    const input = { id, version, class_days: [nextDay()], start_time: '10:00', end_time: '13:00' };
    await expect(preview('batches.postpone', input)).rejects.toMatchObject({ code: 'nothing_sold' });
  });
});

it('confirming a batch mails its payer once', async () => {
  const batch = await create();
  await sell(batch);
  expect((await execute('batches.confirm', { id: batch.id })).batches).toEqual([{ id: batch.id, orders: 1 }]);
  const again = await execute('batches.confirm', { id: batch.id });
  expect(again.batches).toEqual([{ id: batch.id, orders: 0 }]);
  expect(again.done).toContain('no email');
  expect(await mails('batch_confirmed')).toHaveLength(1);
});
