import { describe, expect, it } from 'vitest';
import { batch } from './batch.ts';
import { batchSeats } from './seats.ts';

describe('18 the seats of a batch', () => {
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
  ])('18 %j is read as %j', (given, seats) => {
    const read = batchSeats.parse({ seats_total: given, seats_left: given });
    expect([read.seats_total, read.seats_left]).toEqual([seats, seats]);
  });

  it('18 are no part of what documents and cached reads carry', () => {
    expect(Object.keys(batch.shape).filter((field) => field.startsWith('seats'))).toEqual([]);
  });
});
