/** Sold batches: changes that the upstream reports, and how to join. */
import { z } from 'zod';
import { maxJoining } from '../../console/batches.ts';
import { batchId } from '../../ids.ts';
import { cleanText } from '../../leads/clean-text.ts';
import { action } from './action.ts';
import { note } from './fields.ts';

/** More recipients than this of a text that an operator wrote take a recent code of the second factor. */
export const maxRecipientsWithoutCode = 10;

const batch = batchId.meta({ title: 'BATCH' });
const change = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, { error: 'The number of a change' })
  .meta({ title: 'CHANGE' });

const rights = {
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  changes: ['Batches', 'Orders', 'Order', 'Mails', 'Today'],
} as const;

export const batchesConfirmChange = action({
  ...rights,
  name: 'batches.confirm-change',
  title: 'Confirmed a change of a batch',
  input: z.strictObject({ id: change }),
  /** `orders`: how many of them are emailed. */
  result: { changes: z.array(z.object({ id: z.string(), orders: z.int() })) },
});

export const batchesDismissChange = action({
  ...rights,
  name: 'batches.dismiss-change',
  title: 'Dismissed a change of a batch',
  input: z.strictObject({ id: change, note }),
  result: { changes: z.array(z.object({ id: z.string() })) },
});

/** Needs a code above `maxRecipientsWithoutCode`, which is known once the orders of the batch are read. */
export const batchesSetJoining = action({
  ...rights,
  name: 'batches.set-joining',
  title: 'Set the joining instructions of a batch',
  input: z.strictObject({
    id: batch,
    /** Plain text with line breaks; empty: the upstream's hold again. */
    text: z
      .string()
      .overwrite(cleanText)
      .max(maxJoining, { error: `Joining instructions have at most ${maxJoining} characters` }),
  }),
  /** `orders`: how many of them are emailed. */
  result: { batches: z.array(z.object({ id: batchId, orders: z.int() })) },
});
