/**
 * The money of an order as double entries in whole paise: each debits one account and credits another, so the
 * accounts always balance. Entries are only added, never changed.
 */
import type { Schema } from '../../../platform/database/schema.ts';

type Entry = Schema['ledger_entries'];

/** The accounts of the ledger. `schema.sql` has the meaning of each. */
export type Account = Entry['debit'];

/** Why an entry was posted. */
type Reason = Entry['reason'];

/** An entry to be added. No field contains personal data, because entries are kept after an erasure. */
export interface Posting {
  paymentId: string;
  debit: Account;
  credit: Account;
  /** Above 0. */
  paise: number;
  reason: Reason;
  /** `<kind>:<id>` of the payment, refund, transfer, dispute, document or event that caused it. */
  cause: string;
}

type Pair = `${Account}/${Account}`;
/** Sums of a payment's entries in paise, by `<debit>/<credit>`. */
export type Flows = Readonly<Partial<Record<Pair, number>>>;

/** @returns the flows with one more entry */
export function withEntry(
  flows: Flows,
  { debit, credit, paise }: Pick<Posting, 'debit' | 'credit' | 'paise'>,
): Flows {
  const pair: Pair = `${debit}/${credit}`;
  return { ...flows, [pair]: (flows[pair] ?? 0) + paise };
}

/** @returns the amount moved from one account to the other and not moved back, in paise */
export function netFlow(flows: Flows, debit: Account, credit: Account): number {
  return (flows[`${debit}/${credit}`] ?? 0) - (flows[`${credit}/${debit}`] ?? 0);
}

/** @returns credits less debits of an account in paise: positive for an amount owed */
export function creditOf(flows: Flows, account: Account): number {
  let paise = 0;
  for (const pair in flows) {
    const [debit, credit] = pair.split('/');
    if (credit === account) paise += flows[pair as Pair] ?? 0;
    if (debit === account) paise -= flows[pair as Pair] ?? 0;
  }
  return paise;
}

/** @returns the amount refunded by bank transfers, in paise */
export const transferredPaise = (flows: Flows): number => netFlow(flows, 'owed', 'bank');

/** @returns debits less credits of an account in paise: positive for a balance on hand */
export const debitOf = (flows: Flows, account: Account): number => 0 - creditOf(flows, account);
