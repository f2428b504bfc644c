/** The class of a sold batch: the trainer's page. */
import { z } from 'zod';
import { batchId } from '../../ids.ts';
import { emailSchema } from '../../leads/fields.ts';
import { action } from './action.ts';

const batch = batchId.meta({ title: 'BATCH' });

export const batchesSendClassList = action({
  name: 'batches.send-class-list',
  title: 'Sent the class list of a batch to its trainer',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  changes: ['Batches', 'Mails'],
  /** `email`: the trainer's. */
  input: z.strictObject({ id: batch, email: emailSchema }),
  /** `ends_at`: when the page ends, ISO 8601. */
  result: { class_lists: z.array(z.object({ id: batchId, ends_at: z.string() })) },
});
