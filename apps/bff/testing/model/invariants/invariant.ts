import type { Game, Outcome, Step } from '../game.ts';
import type { Snapshot } from '../snapshot.ts';

/** A step with its snapshots before and after. At rest, `outcome` is that of the last step. */
export interface Observation {
  game: Game;
  step: Step;
  outcome: Outcome;
  before: Snapshot;
  after: Snapshot;
}

export interface Violation {
  invariant: string;
  /** Description of the violation, the same text for each instance. */
  kind: string;
  /** Ids and sums of this instance. */
  detail: string;
}

export type Finding = Omit<Violation, 'invariant'>;

/**
 * A condition that is checked after each step and at rest, or only at rest. At rest both partners answer,
 * scheduled jobs have run, queued jobs are done, and 25 hours have passed.
 */
export interface Invariant {
  name: string;
  at: 'step' | 'rest';
  check(timestamp: Observation): Finding[] | Promise<Finding[]>;
}

export const finding = (kind: string, detail: string): Finding => ({ kind, detail });
