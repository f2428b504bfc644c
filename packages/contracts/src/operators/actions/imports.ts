/** Imports of CSV files. An import applies the whole file or nothing, and can be undone by its id. */
import { z } from 'zod';
import { action, confirm } from './action.ts';
import { csvText, importPreview } from './import-fields.ts';

const importId = z.uuid({ error: 'Enter the id of an import' }).meta({ title: 'IMPORT' });

const counts = { created: z.int(), changed: z.int(), unchanged: z.int() };

const imported = {
  import: z.object({
    /** Id with which the import can be undone; null if the file changes nothing. */
    id: z.string().nullable(),
    ...counts,
  }),
};

const undone = {
  import: z.object({
    id: z.string(),
    undone: z.int(),
    /** Rows that were not undone, by reason. */
    left: z.array(
      z.object({
        reason: z.string(),
        count: z.int(),
        /** The first of these rows, as coupon codes or masked addresses. */
        subjects: z.array(z.string()),
      }),
    ),
  }),
};

const coupons = { role: 'finance', stepUp: true, changes: ['Coupons', 'Imports'] } as const;
const couponsCsv = csvText(2_000_000);

/** Imports coupons, one per line. An existing coupon is changed, as an operator could change it. */
export const couponsImport = {
  ...action({
    ...coupons,
    name: 'coupons.import',
    title: 'Imported coupons',
    positional: [],
    maxBodyBytes: 6 * 1024 * 1024,
    input: z.strictObject({ csv: couponsCsv, confirm }),
    result: imported,
  }),
  previewed: z.strictObject({ csv: couponsCsv }),
  preview: z.object({ ...importPreview, ...counts }),
};

/**
 * Removes the coupons that an import created and restores those that it changed. Coupons that were used or
 * changed since stay.
 */
export const couponsUndoImport = action({
  ...coupons,
  name: 'coupons.undo-import',
  title: 'Undid an import of coupons',
  positional: ['id'],
  input: z.strictObject({ id: importId }),
  result: undone,
});

const optOuts = { role: 'desk', stepUp: true, changes: ['Imports'] } as const;
const optOutsCsv = csvText(6_000_000);

/** Imports addresses that get no marketing emails, one per line. Adds nobody to the leads or the CRM. */
export const optOutsImport = {
  ...action({
    ...optOuts,
    name: 'opt-outs.import',
    title: 'Imported opt-outs',
    positional: [],
    maxBodyBytes: 16 * 1024 * 1024,
    input: z.strictObject({ csv: optOutsCsv, confirm }),
    result: imported,
  }),
  previewed: z.strictObject({ csv: optOutsCsv }),
  preview: z.object({ ...importPreview, ...counts }),
};

/** Removes the opt-outs of an import, except those of people who opted out themselves since. */
export const optOutsUndoImport = action({
  ...optOuts,
  name: 'opt-outs.undo-import',
  title: 'Undid an import of opt-outs',
  positional: ['id'],
  input: z.strictObject({ id: importId }),
  result: undone,
});
