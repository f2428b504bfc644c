/** Batches as they are planned: created, changed, priced, confirmed and postponed. */
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
const day = z.iso.date({ error: 'A date such as 2026-12-05' });

/** As it was read: a batch that has changed since is not overwritten. */
const read = z.strictObject({ id: batch, version: z.int() });

/** What `desk` decides; prices are `finance`'s. */
const planned = batchFields.omit({ fee: true, discount_fee: true });

const saved = { batches: z.array(editableBatch) };

/** Repeats a batch on the same weekdays. */
const repeat = z.strictObject({
  every_weeks: z.int({ error: 'A whole number of weeks' }).min(1).max(52),
  /** The last day on which a repetition begins. */
  until: day,
  /** Holidays: a repetition with class on one of them is left out. */
  except: z.array(day).max(100).default([]),
});

/** Prices are those of the course. */
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
    /** The days of class of each batch. */
    dates: z.array(z.array(z.string())),
    /** Repetitions that a holiday leaves out, by first day. */
    left_out: z.array(z.string()),
  }),
};

/** From a spreadsheet, as CSV: a line is a batch. All or none is created. */
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

/** Several at once get the same values; a field that is left out stays. Days and times of a sold batch are postponed instead. */
export const batchesEdit = action({
  ...rights,
  name: 'batches.edit',
  title: 'Changed batches',
  positional: [],
  input: z.strictObject({
    batches: z.array(read).min(1, { error: 'Choose a batch' }).max(maxEditedBatches),
    set: planned.partial().strict(),
  }),
  result: { ...saved, /** How many orders are emailed about it. */ orders: z.int() },
});

export const batchesSetPrice = action({
  ...rights,
  role: 'finance',
  name: 'batches.set-price',
  title: 'Changed the price of batches',
  positional: [],
  input: z.strictObject({
    batches: z.array(read).min(1, { error: 'Choose a batch' }).max(maxEditedBatches),
    /** Rupees before GST; what is paid. */
    discount_fee: batchFields.shape.discount_fee,
    /** Rupees before GST and before the discount. */
    fee: batchFields.shape.fee,
    /** Under half or over double of the course's price. */
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
    /** Null: no minimum. */
    seats: z.int({ error: 'A whole number from 1' }).min(1).max(1_000).nullable(),
  }),
  result: { batches: z.array(z.object({ id: batchId, min_seats: z.int().nullable() })) },
});

/** Everybody of a booked order gets an email, once. */
export const batchesConfirm = action({
  ...rights,
  name: 'batches.confirm',
  title: 'Confirmed a batch',
  positional: ['id'],
  input: z.strictObject({ id: batch }),
  /** `orders`: how many are emailed. */
  result: { batches: z.array(z.object({ id: batchId, orders: z.int() })) },
});

/**
 * Different days for all people of a batch. A payer who does not answer keeps the seats; until the first day each
 * payer can move to another date or cancel for a full refund.
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
      /** Addresses that get an email. */
      emails: z.int(),
      before: z.string(),
      after: z.string(),
    }),
  },
});
