import { z } from 'zod';
import { action } from './action.ts';

export const instanceApply = action({
  name: 'instance.apply',
  title: 'Applied the brand',
  role: 'admin',
  stepUp: false,
  positional: [],
  input: z.strictObject({}),
  result: {
    /** Of the brand. */
    name: z.string(),
    /** Running servers that read it again. */
    servers: z.int(),
  },
  changes: [],
});
