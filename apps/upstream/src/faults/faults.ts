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

/** What a fault can strike: a call, or the pictures and files. */
export type FaultTarget = CallName | 'media';

/** A fault asked for; `none` ends all of them. Without `times` it strikes until then, without `calls` every call. */
export const faultRequest = z.strictObject({
  kind: z.enum([...faultKinds, 'none']),
  times: z.int().min(1).optional(),
  probability: z.number().gt(0).max(1).default(1),
  calls: z.array(z.enum([...callNames, 'media'])).optional(),
});

export interface Fault {
  kind: FaultKind;
  /** How often it still strikes; undefined: until it is ended. */
  times?: number;
  /** Chance from 0 to 1 that it strikes a request. */
  probability: number;
  calls: readonly FaultTarget[];
}

export type Faults = ReturnType<typeof createFaults>;

/** The faults that were asked for and are not used up. */
export function createFaults() {
  let active: Fault[] = [];

  return {
    list: (): readonly Fault[] => active,
    /** @param request a checked request; `none` ends all faults */
    set({ kind, calls = callNames, ...fault }: z.output<typeof faultRequest>): void {
      active = kind === 'none' ? [] : [...active, { ...fault, kind, calls }];
    },
    /** The fault that strikes a request, oldest first, or undefined; it counts as used. */
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
