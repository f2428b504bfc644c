/** Findings of the reconciliation, with their labels. */

export const findingLabels = {
  missing_here: 'captured at the payment provider, but in no order here',
  missing_at_provider: 'recorded here, unknown at the payment provider',
  different_sum: 'amount differs from the payment provider',
  different_state: 'state differs from the payment provider',
  not_captured: 'authorized, but not captured: no money was received',
  unmatched: 'pays for no order',
  by_transfer: 'refunded by bank transfer',
  dispute_lost: "taken by the payer's bank",
  owed: 'is being refunded',
  unsent: 'is to be refunded, and no refund is requested',
  undecided: 'refunded without a decision: its document is pending',
  not_issued: 'has unissued documents',
  documents_differ: 'documents differ from the retained amount',
  settled_differently: 'settled with a different amount',
  not_settled: 'not settled yet',
  settled_late: 'not settled after three working days',
  unreadable: 'could not be read',
} as const;
export type Finding = keyof typeof findingLabels;

/** Findings that an operator has to review. The others are in order, or resolve with time. */
const discrepancies: ReadonlySet<Finding> = new Set([
  ...(['missing_here', 'missing_at_provider', 'different_sum', 'different_state'] as const),
  ...(['documents_differ', 'settled_differently', 'settled_late', 'unreadable'] as const),
  ...(['unsent', 'undecided'] as const),
]);

export const isDiscrepancy = (finding: Finding) => discrepancies.has(finding);
