/**
 * Comparison of a month of the provider's account with orders and documents. Amounts in paise, days
 * (`YYYY-MM-DD`) in India.
 */
import { z } from 'zod';

export const reconciledRow = z.object({
  /** Id of the payment or refund at the provider. */
  id: z.string(),
  kind: z.enum(['payment', 'refund']),
  order_id: z.string().nullable(),
  day: z.string().nullable(),
  /** Negative for money returned to the payer. */
  amount_paise: z.number(),
  /** Findings in words. */
  findings: z.array(z.string()),
  /** True if an operator has to check it; other rows are in order. */
  is_trouble: z.boolean(),
});
export type ReconciledRow = z.output<typeof reconciledRow>;

export const settlementRow = z.object({
  id: z.string(),
  day: z.string(),
  utr: z.string().nullable(),
  net_paise: z.number(),
  entries: z.number(),
});
export type SettlementRow = z.output<typeof settlementRow>;

export const reconciledMonth = z.object({
  month: z.string(),
  sums: z.array(
    z.object({
      name: z.string(),
      paise: z.number(),
    }),
  ),
  settlements: z.array(settlementRow),
  /** Rows with findings, those to check first. */
  rows: z.array(reconciledRow),
  unreadable: z.array(
    z.object({
      id: z.string(),
      reason: z.string(),
    }),
  ),
  troubles: z.number(),
  unexplained_paise: z.number(),
});
export type ReconciledMonth = z.output<typeof reconciledMonth>;
