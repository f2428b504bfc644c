import { z } from 'zod';
import { action } from './action.ts';

export const cachePurge = action({
  name: 'cache.purge',
  title: 'Purged the cache of the site',
  role: 'desk',
  stepUp: false,
  positional: ['target'],
  input: z.strictObject({
    target: z
      .string()
      .trim()
      .max(500)
      .default('all')
      .meta({ title: 'all|courses|blog|resources|CALL|/PATH' }),
  }),
  result: {
    target: z.string(),
    /** Number of running servers that are notified. */
    servers: z.int(),
  },
  changes: [],
});
