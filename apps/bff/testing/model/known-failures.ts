/** Faults that the model finds and that are not repaired yet. An entry that is no longer found is removed. */
import type { Violation } from './invariants/invariant.ts';

export const knownFailures: readonly Pick<Violation, 'invariant' | 'kind'>[] = [];

export const isKnownFailure = (violation: Violation): boolean =>
  knownFailures.some(({ invariant, kind }) => invariant === violation.invariant && kind === violation.kind);
