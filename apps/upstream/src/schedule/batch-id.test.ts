import { id as contractId } from '@meridian/contracts/lenient';
import { describe, expect, it } from 'vitest';
import { batchId, batchKeyNumber, readBatchId } from './batch-id.ts';
import { dayOf } from './calendar.ts';

describe('batch ids', () => {
  it('show course, rule and date', () => {
    expect(batchId({ courseId: 101, keyNumber: 7, startDay: dayOf('2026-01-05') })).toBe(101007260105);
  });

  it.each([
    { courseId: 1, keyNumber: 0, startDay: dayOf('2000-01-01') },
    { courseId: 101, keyNumber: 417, startDay: dayOf('2028-02-29') },
    { courseId: 999_999, keyNumber: 999, startDay: dayOf('2099-12-31') },
  ])('are resolved back: %o', (reference) => {
    const id = batchId(reference);
    expect(readBatchId(id)).toEqual(reference);
    expect(contractId.parse(String(id))).toBe(id);
  });

  it.each([101_007_260_230, 101_007_261_301, 101_007_260_100, 5])('%i is none', (id) => {
    expect(readBatchId(id)).toBeUndefined();
  });

  it('take the same number for the same key, whatever else changes', () => {
    expect(batchKeyNumber('wd-evening')).toBe(batchKeyNumber('wd-evening'));
    expect(batchKeyNumber('wd-evening')).not.toBe(batchKeyNumber('we-morning'));
  });
});
