/** Planning of batches: create, change, price, confirm, postpone. */
import { z } from 'zod';
import { batchId, courseId } from '../../ids.ts';
import { batchFields, editableBatch, maxEditedBatches } from '../../site/schedule/batch-editing.ts';
import { action, confirm, confirmedAction } from './action.ts';
import { csvText, importPreview } from './import-fields.ts';

const rights = {
  role: 'desk',
  stepUp: false,
  changes: ['Batches', 'Orders', 'Order', 'Mails', 'Today'],
} as const;

const batch = batchId.meta({ title: 'BATCH' });
const day = z.iso.date({ error: 'Enter a date such as 2026-12-05' });

/** Id and version as read. If the batch has changed since, it is not overwritten. */
const read = z.strictObject({ id: batch, version: z.int() });

/** Fields that the role `desk` may change. Only `finance` may change prices. */
const planned = batchFields.omit({ fee: true, discount_fee: true });

const saved = { batches: z.array(editableBatch) };

/** Repeats a batch on the same weekdays. */
const repeat = z.strictObject({
  every_weeks: z.int({ error: 'Enter a whole number of weeks' }).min(1).max(52),
  /** Last possible first day of a repetition. */
  until: day,
  /** Holidays. A repetition with class on one of these days is skipped. */
  except: z.array(day).max(100).default([]),
});

/** Creates batches. Their prices are those of the course. */
export const batchesCreate = {
  ...action({
    ...rights,
    name: 'batches.create',
    title: 'Created batches',
    positional: ['course'],
    input: z.strictObject({
      course: courseId.meta({ title: 'COURSE' }),
      ...planned.shape,
      repeat: repeat.optional(),
      confirm,
    }),
    result: saved,
  }),
  previewed: z.strictObject({ course: courseId, ...planned.shape, repeat: repeat.optional() }),
  preview: z.object({
    done: z.string(),
    confirm,
    /** Days of class of each batch. */
    dates: z.array(z.array(z.string())),
    /** First days of the repetitions that were skipped because of a holiday. */
    left_out: z.array(z.string()),
  }),
};

/** Creates batches from a CSV file, one per line: all of them or none. */
export const batchesImport = {
  ...action({
    ...rights,
    name: 'batches.import',
    title: 'Imported batches',
    positional: [],
    input: z.strictObject({ csv: csvText(60_000), confirm }),
    result: saved,
  }),
  previewed: z.strictObject({ csv: csvText(60_000) }),
  preview: z.object({ ...importPreview, batches: z.int() }),
};

/**
 * Sets the same values in one or more batches; absent fields are not changed. Days and times of a sold batch
 * can only be changed by postponing it.
 */
export const batchesEdit = action({
  ...rights,
  name: 'batches.edit',
  title: 'Changed batches',
  positional: [],
  input: z.strictObject({
    batches: z.array(read).min(1, { error: 'Choose a batch' }).max(maxEditedBatches),
    set: planned.partial().strict(),
  }),
  result: { ...saved, /** Number of orders that get an email. */ orders: z.int() },
});

export const batchesSetPrice = action({
  ...rights,
  role: 'finance',
  name: 'batches.set-price',
  title: 'Changed the price of batches',
  positional: [],
  input: z.strictObject({
    batches: z.array(read).min(1, { error: 'Choose a batch' }).max(maxEditedBatches),
    /** Price that is paid, in rupees before GST. */
    discount_fee: batchFields.shape.discount_fee,
    /** Price before the discount, in rupees before GST. */
    fee: batchFields.shape.fee,
    /** Allows prices below half or above double the price of the course. */
    unusual_prices: z.boolean().default(false),
  }),
  result: saved,
});

export const batchesSetMinimum = action({
  ...rights,
  name: 'batches.set-minimum',
  title: 'Set how many seats a batch needs',
  positional: ['id'],
  input: z.strictObject({
    id: batch,
    /** Minimum number of seats; null for no minimum. */
    seats: z.int({ error: 'Enter a whole number from 1' }).min(1).max(1_000).nullable(),
  }),
  result: { batches: z.array(z.object({ id: batchId, min_seats: z.int().nullable() })) },
});

/** Confirms that a batch takes place. The payers and attendees of its booked orders get one email each. */
export const batchesConfirm = action({
  ...rights,
  name: 'batches.confirm',
  title: 'Confirmed a batch',
  positional: ['id'],
  input: z.strictObject({ id: batch }),
  /** `orders`: number of orders that get an email. */
  result: { batches: z.array(z.object({ id: batchId, orders: z.int() })) },
});

/**
 * Postpones a batch with all its bookings. A payer who does not answer keeps the seats. Until the first day,
 * each payer can move to another date or cancel for a full refund.
 */
export const batchesPostpone = confirmedAction({
  ...rights,
  name: 'batches.postpone',
  title: 'Postponed a batch',
  stepUp: true,
  positional: ['id'],
  input: {
    id: batch,
    version: z.int(),
    class_days: batchFields.shape.class_days,
    start_time: batchFields.shape.start_time,
    end_time: batchFields.shape.end_time,
  },
  result: { batches: z.array(z.object({ id: batchId, orders: z.int() })) },
  preview: {
    plan: z.object({
      bookings: z.int(),
      seats: z.int(),
      /** Number of addresses that get an email. */
      emails: z.int(),
      before: z.string(),
      after: z.string(),
    }),
  },
});
