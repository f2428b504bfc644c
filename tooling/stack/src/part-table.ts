import { pausingSignals } from './process-identity.ts';
import type { PartName } from './service-environment.ts';

/** A running part and how to stop it. */
export type Part = {
  ended: Promise<string>;
  lastLines: string[];
  stop: () => Promise<void>;
  kill: (signal: NodeJS.Signals) => Promise<void>;
};

export type PartTable = {
  add: (name: PartName, part: Part) => void;
  stop: (name: PartName) => Promise<void>;
  kill: (name: PartName, signal: NodeJS.Signals) => Promise<void>;
};

/**
 * Table of the parts that should run. A part is removed before it is stopped, so if a listed part ends, it
 * has failed.
 */
export function createPartTable(
  onFailure: (name: PartName, how: string, lastLines: string[]) => void,
): PartTable {
  const parts = new Map<PartName, Part>();
  return {
    add(name, part) {
      parts.set(name, part);
      void part.ended.then((how) => {
        if (parts.get(name) !== part) return;
        parts.delete(name);
        onFailure(name, how, part.lastLines);
      });
    },
    async stop(name) {
      const part = parts.get(name);
      parts.delete(name);
      await part?.stop();
    },
    async kill(name, signal) {
      const part = parts.get(name);
      if (!pausingSignals.has(signal)) parts.delete(name);
      await part?.kill(signal);
    },
  };
}
