import type { CallName } from '@meridian/contracts/calls';
import type { Classification } from '@meridian/contracts/classify-answer';

export type Verdict = Classification['verdict'] | 'unreachable' | 'skipped';

/** Result of one check of a call. */
export interface Result {
  call: CallName;
  /** The checked behaviour, for example "next page". */
  question: string;
  verdict: Verdict;
  findings: string[];
  durationMs?: number;
}
