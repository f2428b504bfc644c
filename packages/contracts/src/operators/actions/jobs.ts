import { z } from 'zod';
import { uuid } from '../../uuid.ts';
import { action } from './action.ts';

const id = uuid.meta({ title: 'ID' });

export const jobsRetry = action({
  name: 'jobs.retry',
  title: 'Sent failed jobs back to their queue',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  input: z
    .strictObject({
      id: id.optional(),
      all: z.boolean().default(false),
      /** With `all`: limits the action to the dead jobs of this queue. */
      queue: z.string().optional().meta({ title: 'NAME' }),
    })
    .refine(({ id: one, all }) => (one === undefined) === all, {
      error: 'Enter either one job or "all"',
      path: ['id'],
    })
    .refine(({ all, queue }) => all || queue === undefined, {
      error: 'A queue needs "all"',
      path: ['queue'],
    }),
  result: { sent_back: z.int() },
  changes: ['Work'],
});

export const jobsCancel = action({
  name: 'jobs.cancel',
  title: 'Ended a job',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({ id }),
  result: { cancelled: z.string() },
  changes: ['Work'],
});
