/**
 * Failures that the model finds and that are not corrected yet. Remove an entry when the model no longer
 * finds it.
 */
import type { Violation } from './invariants/invariant.ts';

export const knownFailures: readonly Pick<Violation, 'invariant' | 'kind'>[] = [];

export const isKnownFailure = (violation: Violation): boolean =>
  knownFailures.some(({ invariant, kind }) => invariant === violation.invariant && kind === violation.kind);
