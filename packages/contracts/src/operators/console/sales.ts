/** Data of the page with the sales switch and the terms of refunds and moves. */
import { z } from 'zod';
import { salesState } from '../actions/sales.ts';
import { termsRow } from '../actions/terms.ts';

export const salesPage = z.object({
  sales: salesState,
  /** Steps of the set-up that are missing before sales can be opened; empty while they are open. */
  missing: z.array(z.string()),
  /** All versions, newest first. */
  terms: z.array(termsRow),
});
export type SalesPage = z.output<typeof salesPage>;
