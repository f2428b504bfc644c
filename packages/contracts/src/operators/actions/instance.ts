import { z } from 'zod';
import { action } from './action.ts';

export const instanceApply = action({
  name: 'instance.apply',
  title: 'Applied changes of the brand',
  role: 'admin',
  stepUp: false,
  positional: [],
  input: z.strictObject({}),
  result: {
    /** Name of the brand. */
    name: z.string(),
    /** Number of running servers that are notified to read it again. */
    servers: z.int(),
  },
  changes: [],
});
