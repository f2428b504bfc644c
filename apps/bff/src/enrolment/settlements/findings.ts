/** What a row of the reconciliation may say, in words. Whatever is not `ok` names where the rupees are. */

export const findingLabels = {
  missing_here: 'captured at the provider, and no order here has it',
  missing_at_provider: 'here, and not at the provider',
  different_sum: 'another sum here than at the provider',
  different_state: 'another state here than at the provider',
  not_captured: 'authorized only: no money of ours',
  stray: 'pays for no order',
  by_transfer: 'given back outside the provider',
  dispute_lost: "taken by the payer's bank",
  owed: 'is on its way back to the payer',
  unsent: 'is to go back to the payer, and nothing is on its way',
  undecided: 'went back without a decision: its document waits for it',
  not_issued: 'has documents that are not issued yet',
  documents_differ: 'documents differ from what was kept',
  settled_differently: 'settled with another sum',
  not_settled: 'not settled yet',
  settled_late: 'not settled after three working days',
  unreadable: 'could not be read',
} as const;
export type Finding = keyof typeof findingLabels;

/** What a person has to look into; the others are in order, or only a matter of time. */
const troubles: ReadonlySet<Finding> = new Set([
  ...(['missing_here', 'missing_at_provider', 'different_sum', 'different_state'] as const),
  ...(['documents_differ', 'settled_differently', 'settled_late', 'unreadable'] as const),
  ...(['unsent', 'undecided'] as const),
]);

export const isDiscrepancy = (finding: Finding) => troubles.has(finding);
