/** The page of the sales switch and of the terms of refunds and moves. */
import { z } from 'zod';
import { salesState } from '../actions/sales.ts';
import { termsRow } from '../actions/terms.ts';

export const salesPage = z.object({
  sales: salesState,
  /** What of the set-up is missing before sales can be opened; empty while they are open. */
  missing: z.array(z.string()),
  /** All versions, the newest first. */
  terms: z.array(termsRow),
});
export type SalesPage = z.output<typeof salesPage>;
