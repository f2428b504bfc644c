import type { Game, Outcome, Step } from '../game.ts';
import type { Snapshot } from '../snapshot.ts';

/** A step with what was before and after it; at rest, `outcome` is that of the last step. */
export interface Observation {
  game: Game;
  step: Step;
  outcome: Outcome;
  before: Snapshot;
  after: Snapshot;
}

export interface Violation {
  invariant: string;
  /** What is wrong, the same for each instance of a fault. */
  kind: string;
  /** Ids and sums of this instance. */
  detail: string;
}

export type Finding = Omit<Violation, 'invariant'>;

/**
 * Checked after each step, or only at rest: both partners answer, the scheduled work has run, jobs are done, and a day and
 * an hour have passed.
 */
export interface Invariant {
  name: string;
  at: 'step' | 'rest';
  check(timestamp: Observation): Finding[] | Promise<Finding[]>;
}

export const finding = (kind: string, detail: string): Finding => ({ kind, detail });
