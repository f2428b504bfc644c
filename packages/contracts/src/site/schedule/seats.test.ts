import { describe, expect, it } from 'vitest';
import { batch } from './batch.ts';
import { batchSeats, scheduleOnSale } from './seats.ts';

describe('the seats of a batch', () => {
  it.each<[unknown, number | undefined]>([
    [0, 0],
    [20, 20],
    ['20', 20],
    [' 7 ', 7],
    [3_000_000_000, 1_000_000],
    [-1, undefined],
    [1.5, undefined],
    ['1.5', undefined],
    ['20%', undefined],
    ['many', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
    [true, undefined],
    [[3], undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [1e300, undefined],
  ])('%j becomes %j', (given, seats) => {
    const read = batchSeats.parse({ seats_total: given, seats_left: given });
    expect([read.seats_total, read.seats_left]).toEqual([seats, seats]);
  });

  it.each<[object, number | undefined]>([
    [{ seats_total: 20, seats_left: -1 }, 0],
    [{ seats_total: 20, seats_left: '-3' }, 0],
    [{ seats_left: -2 }, 0],
    [{ seats_left: -1 }, undefined],
    [{ seats_total: -1, seats_left: -1 }, undefined],
    [{ seats_total: 20, seats_left: -1.5 }, undefined],
    [{ seats_total: 20, seats_left: null }, undefined],
  ])('%j: overbooked batches have 0 seats left; a lone -1 and wrong numbers are no count', (given, left) => {
    const { course_schedule: batches } = scheduleOnSale.parse({
      id: 1,
      course_schedule: [{ id: 1, ...given }],
    });
    expect(batches.map(({ seats_left: read }) => read)).toEqual([left]);
  });

  it('documents and cached reads do not contain seat counts', () => {
    expect(Object.keys(batch.shape).filter((field) => field.startsWith('seats'))).toEqual([]);
  });
});
