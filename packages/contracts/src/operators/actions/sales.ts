import { z } from 'zod';
import { action } from './action.ts';

/** Whether the site sells seats, or only accepts enquiries. */
export const salesState = z.object({
  open: z.boolean(),
  /** ISO 8601. */
  since: z.string(),
  /** Email address of the operator; null until an operator has changed it. */
  changed_by: z.string().nullable(),
});
export type SalesState = z.output<typeof salesState>;

const rights = {
  role: 'admin',
  stepUp: true,
  positional: [],
  input: z.strictObject({}),
  result: { sales: salesState },
  changes: ['Sales', 'Today'],
} as const;

export const salesOpen = action({ ...rights, name: 'sales.open', title: 'Opened sales' });

export const salesClose = action({ ...rights, name: 'sales.close', title: 'Closed sales' });
