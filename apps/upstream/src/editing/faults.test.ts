import { beforeEach, describe, expect, it } from 'vitest';
import { codesOf, useEditing, validBatch } from './test-editing.ts';

const { database, list, create, change, created, book, reset } = await useEditing();

beforeEach(reset);

const classroom = { mode: 'classroom', city: 'Pune', venue_state: '27' };

describe('a new batch is refused with', () => {
  it.each<[string, object, string[]]>([
    ['an unknown course', { course_id: 999 }, ['course_id course_unknown']],
    ['an unknown trainer', { trainer: 'Nobody' }, ['trainer trainer_unknown']],
    ['no trainer', { trainer: ' ' }, ['trainer invalid']],
    ['a day in the past', { class_days: ['2026-11-19', '2026-11-20'] }, ['class_days in_past']],
    ['days in the wrong order', { class_days: ['2026-12-06', '2026-12-05'] }, ['class_days invalid']],
    ['a day twice', { class_days: ['2026-12-05', '2026-12-05'] }, ['class_days invalid']],
    ['no day', { class_days: [] }, ['class_days invalid']],
    ['a day that does not exist', { class_days: ['2027-02-29'] }, ['class_days invalid']],
    ['an end before its start', { end_time: '08:00' }, ['end_time invalid']],
    ['an invalid time', { start_time: '9 am' }, ['start_time invalid']],
    ['a price above the price before the discount', { fee: 18_000 }, ['discount_fee price_above_fee']],
    ['a price of zero', { discount_fee: 0 }, ['discount_fee price_zero']],
    ['a very low price', { discount_fee: 9_499 }, ['discount_fee price_unusual']],
    ['a very high price', { fee: 50_000, discount_fee: 37_999 }, ['discount_fee price_unusual']],
    ['half a paisa', { fee: 24_999.005 }, ['fee invalid']],
    ['half a seat', { seats: 1.5 }, ['seats invalid']],
    [
      'a classroom without a place',
      { mode: 'classroom' },
      ['city venue_missing', 'venue_state venue_missing'],
    ],
    ['an invalid state code', { ...classroom, venue_state: '99' }, ['venue_state venue_missing']],
    [
      'an online batch in a city',
      { city: 'Pune', venue_state: '27' },
      ['city venue_missing', 'venue_state venue_missing'],
    ],
  ])('%s', async (_what, fields, codes) => {
    const { status, data } = await create([{ ...validBatch, ...fields }]);
    expect(status).toBe(0);
    expect(codesOf(data.faults)).toEqual(codes.map((code) => `0 ${code}`));
    for (const { message } of data.faults) expect(message).toMatch(/^\S.*\.$/);
    expect((await list()).batches).toEqual([]);
  });

  it('several faults of several batches, reported together', async () => {
    const { data } = await create([
      { ...validBatch, trainer: 'Nobody', discount_fee: 0 },
      validBatch,
      { ...validBatch, start_time: '9 am', seats: -1 },
      { ...validBatch, course_id: 999, class_days: ['2026-01-01'] },
    ]);
    expect(codesOf(data.faults)).toEqual([
      '0 trainer trainer_unknown',
      '0 discount_fee price_zero',
      '2 start_time invalid',
      '2 seats invalid',
      '3 course_id course_unknown',
      '3 class_days in_past',
    ]);
  });
});

describe('prices', () => {
  it('may be unusual if the request confirms them', async () => {
    const free = { ...validBatch, discount_fee: 100 };
    expect((await create([free], { unusual_prices: true })).status).toBe(1);
  });

  it('may be from half to double the usual price', async () => {
    const prices = [9_499.5, 37_998].map((price, index) => ({
      ...validBatch,
      class_days: [`2026-12-1${index}`],
      fee: 40_000,
      discount_fee: price,
    }));
    expect((await create(prices)).status).toBe(1);
  });
});

describe('a trainer in two batches at the same time', () => {
  const teachesTwice = ['0 trainer trainer_busy'];

  it.each<[string, object, string[]]>([
    ['the same hours', {}, teachesTwice],
    ['one common day', { class_days: ['2026-12-06', '2026-12-12'] }, teachesTwice],
    ['hours that overlap', { start_time: '16:59', end_time: '20:00' }, teachesTwice],
    ['another course', { course_id: 103 }, teachesTwice],
    ['hours that follow', { start_time: '17:00', end_time: '20:00' }, []],
    ['other days', { class_days: ['2026-12-12'] }, []],
    ['another trainer', { trainer: 'Kavya' }, []],
    ['a batch that is not on sale', { on_sale: false }, []],
  ])('%s', async (_what, fields, codes) => {
    await created();
    const { data } = await create([{ ...validBatch, ...fields }]);
    expect(codesOf(data.faults)).toEqual(codes);
  });

  it('is reported in a message that names the other batch', async () => {
    await created();
    const { data } = await create([{ ...validBatch, class_days: ['2026-12-06'] }]);
    expect(data.faults[0]?.message).toBe(
      'Arvind teaches Course 101 on Sun 6 Dec 2026, 9:00 am to 5:00 pm. Choose another trainer, day or time.',
    );
  });

  it('is found between batches of one request, and when a batch moves or goes on sale', async () => {
    expect(codesOf((await create([validBatch, validBatch])).data.faults)).toEqual(['1 trainer trainer_busy']);
    await created();
    const draft = await created({ on_sale: false });
    const onSale = await change([{ id: draft.id, version: 1, on_sale: true }]);
    expect(codesOf(onSale.data.faults)).toEqual(teachesTwice);
    const later = await created({ class_days: ['2026-12-19'] });
    const moved = await change([{ id: later.id, version: 1, class_days: ['2026-12-05'] }]);
    expect(codesOf(moved.data.faults)).toEqual(teachesTwice);
    const unchanged = await change([{ id: later.id, version: 1, class_days: ['2026-12-19'] }]);
    expect(unchanged.status).toBe(1);
  });

  it('is not reported for a batch that is off sale', async () => {
    await created({ on_sale: false });
    expect((await create([validBatch])).status).toBe(1);
  });
});

describe('a sold batch', () => {
  it.each<[string, object, object, string[]]>([
    ['keeps its place', classroom, { postpones: true }, ['mode frozen', 'city frozen', 'venue_state frozen']],
    ['keeps its days', { class_days: ['2026-12-12'] }, {}, ['class_days frozen']],
    [
      'keeps its hours',
      { start_time: '08:00', end_time: '16:00' },
      {},
      ['start_time frozen', 'end_time frozen'],
    ],
    ['may not have fewer seats than are taken', { seats: 1 }, {}, ['seats seats_taken']],
    ['may have as many seats as are taken', { seats: 2 }, {}, []],
    ['may have uncounted seats', { seats: null }, {}, []],
    ['may have another price', { discount_fee: 17_000 }, {}, []],
    ['may be sent with all its current values', validBatch, {}, []],
  ])('%s', async (_what, fields, options, codes) => {
    const batch = await created();
    await book(batch, 2);
    const { course_id: _course, ...changes } = { course_id: 0, ...fields };
    const { data } = await change([{ id: batch.id, version: 1, ...changes }], options);
    expect(codesOf(data.faults)).toEqual(codes.map((code) => `0 ${code}`));
  });

  it('counts seats sold elsewhere', async () => {
    const batch = await created();
    await database.updateTable('batches').set({ sold_elsewhere: 3 }).execute();
    await book(batch, 2);
    const { data } = await change([{ id: batch.id, version: 1, seats: 4 }]);
    expect(codesOf(data.faults)).toEqual(['0 seats seats_taken']);
    expect(data.faults[0]?.message).toContain('5');
  });
});

describe('a change is refused', () => {
  it('for a batch that is unknown or occurs twice', async () => {
    const { id } = await created();
    const { data } = await change([
      { id, version: 1, seats: 3 },
      { id: 5, version: 1, seats: 3 },
      { id, version: 1, seats: 4 },
      { id, seats: 4 },
    ]);
    expect(codesOf(data.faults)).toEqual(['1 id batch_unknown', '2 id invalid', '3 version invalid']);
  });

  it('only for faults in its changed fields, not for older faults of the batch', async () => {
    const { id } = await created();
    await database
      .updateTable('batches')
      .set({ trainer: 'Gone', discount_fee_paise: 1, class_days: ['2026-01-01', '2026-12-05'] })
      .execute();
    expect((await change([{ id, version: 1, seats: 3 }])).status).toBe(1);
    const { data } = await change([{ id, version: 2, class_days: ['2026-01-02', '2026-12-05'] }]);
    expect(codesOf(data.faults)).toEqual(['0 class_days in_past']);
  });
});
