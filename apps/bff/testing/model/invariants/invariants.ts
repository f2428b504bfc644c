/** All invariants, in the order in which they are checked. */
import {
  previewEqualsCommit,
  refundsAreCovered,
  refundsAreOurs,
  refusalChangesNothing,
  repeatChangesNothing,
  selfServiceKeepsTerms,
} from './commits.ts';
import { erasureIsComplete } from './erasure.ts';
import type { Invariant } from './invariant.ts';
import { mailsAreTrue, receiptsAreTrue } from './messages.ts';
import {
  booksAreBalanced,
  documentsAddUp,
  documentsAreConsistent,
  everyPaymentIsAccountedFor,
  nothingWaitsUnseen,
  providerAgrees,
} from './rest.ts';
import { couponUsesAddUp, noSeatTwice } from './seats.ts';

export const invariants: readonly Invariant[] = [
  previewEqualsCommit,
  refusalChangesNothing,
  selfServiceKeepsTerms,
  refundsAreCovered,
  refundsAreOurs,
  repeatChangesNothing,
  mailsAreTrue,
  receiptsAreTrue,
  noSeatTwice,
  couponUsesAddUp,
  nothingWaitsUnseen,
  providerAgrees,
  everyPaymentIsAccountedFor,
  documentsAddUp,
  booksAreBalanced,
  documentsAreConsistent,
  // Must be last, because it changes the orders.
  erasureIsComplete,
];
