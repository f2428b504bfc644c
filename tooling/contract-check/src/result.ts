import type { CallName } from '@meridian/contracts/calls';
import type { Judgement } from '@meridian/contracts/judge-answer';

export type Verdict = Judgement['verdict'] | 'unreachable' | 'skipped';

/** What one question to a call showed. */
export interface Result {
  call: CallName;
  /** What was tried, in a few words. */
  question: string;
  verdict: Verdict;
  findings: string[];
  durationMs?: number;
}
