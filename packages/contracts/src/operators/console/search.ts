/** Results of the search on every screen. Leads and orders are counted up to `foundCountedTo` each. */
import { z } from 'zod';
import { leadRow } from './leads.ts';
import { orderRow } from './orders.ts';

export const found = z.object({
  leads: z.array(leadRow),
  lead_count: z.number(),
  orders: z.array(orderRow),
  order_count: z.number(),
});
export type Found = z.output<typeof found>;
