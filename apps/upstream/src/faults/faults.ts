import { type CallName, callNames } from '@meridian/contracts/calls';
import { z } from 'zod';

export const faultKinds = [
  'http_500',
  'html_502',
  'timeout',
  'slow',
  'reset',
  'lost_answer',
  'refuse',
  'malformed',
  'wrong_shape',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Target of a fault: a call, or the media files. */
export type FaultTarget = CallName | 'media';

/**
 * A fault to inject; `none` removes all faults. By default a fault stays until it is removed, and applies to
 * every call, but not to media.
 */
export const faultRequest = z.strictObject({
  kind: z.enum([...faultKinds, 'none']),
  times: z.int().min(1).optional(),
  probability: z.number().gt(0).max(1).default(1),
  calls: z.array(z.enum([...callNames, 'media'])).optional(),
});

export interface Fault {
  kind: FaultKind;
  /** Remaining number of uses; undefined for no limit. */
  times?: number;
  /** Probability for each request, above 0 and up to 1. */
  probability: number;
  calls: readonly FaultTarget[];
}

export type Faults = ReturnType<typeof createFaults>;

/** Creates the set of active faults. */
export function createFaults() {
  let active: Fault[] = [];

  return {
    list: (): readonly Fault[] => active,
    /** @param request validated request; `none` removes all faults */
    set({ kind, calls = callNames, ...fault }: z.output<typeof faultRequest>): void {
      active = kind === 'none' ? [] : [...active, { ...fault, kind, calls }];
    },
    /** Returns the oldest matching fault and counts a use of it; undefined if none matches. */
    take(target: FaultTarget): FaultKind | undefined {
      const fault = active.find(
        ({ calls, probability }) => calls.includes(target) && Math.random() < probability,
      );
      if (fault?.times !== undefined) {
        fault.times -= 1;
        active = active.filter(({ times }) => times !== 0);
      }
      return fault?.kind;
    },
  };
}
