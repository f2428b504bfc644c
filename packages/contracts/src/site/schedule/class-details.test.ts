import { describe, expect, it } from 'vitest';
import { batch } from './batch.ts';
import { classDetails } from './class-details.ts';
import { batchOnSale } from './seats.ts';

const day = (date: unknown) => ({ date, start_time: '19:00', end_time: '22:00' });

describe('details of a batch for attendees', () => {
  it.each<[unknown, unknown]>([
    [
      [day('2026-12-01'), day('2026-12-03')],
      [day('2026-12-01'), day('2026-12-03')],
    ],
    [[day('2026-12-01T00:00:00Z'), day('soon'), null, 'x'], [day('2026-12-01')]],
    [[{ date: '2026-12-01' }], [{ date: '2026-12-01', start_time: '', end_time: '' }]],
    [[], undefined],
    [[day(null)], undefined],
    ['2026-12-01', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('sessions %j become %j', (sessions, read) => {
    expect(classDetails.parse({ sessions }).sessions).toEqual(read);
  });

  it.each<[unknown, string | undefined]>([
    [' Pune\u200b ', 'Pune'],
    ['', undefined],
    ['   ', undefined],
    [null, undefined],
    [7, undefined],
  ])('%j as joining instructions becomes %j, as a city the same or an empty text', (given, read) => {
    expect(classDetails.parse({ joining: given })).toMatchObject({ joining: read });
    expect(batch.parse({ id: 1, city: given })).toMatchObject({ city: read ?? '' });
  });

  it('long instructions are truncated, and line breaks stay', () => {
    const joining = `Zoom\n${'x'.repeat(5_000)}`;
    const read = classDetails.parse({ joining }).joining ?? '';
    expect(read).toHaveLength(4_000);
    expect(read.startsWith('Zoom\nx')).toBe(true);
  });

  it('documents and cached reads do not contain joining instructions', () => {
    expect(Object.keys(batch.shape)).not.toContain('joining');
    expect(Object.keys(batchOnSale.shape)).toContain('joining');
  });
});
