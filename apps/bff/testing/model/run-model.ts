/** Runs many sequences and reports those that break an invariant. */
import { isKnownFailure } from './known-failures.ts';
import { type IsKnown, type Played, playSequence, shrink } from './run-sequence.ts';
import { type MakeStep, makeSequence } from './sequence.ts';
import type { World } from './world.ts';

export interface ModelOptions {
  /** Seed of the first sequence. Each further sequence has the next number. */
  seed: number;
  sequences: number;
  /** No sequence begins after this many milliseconds. */
  maxMs?: number;
  /** True to stop at the first failure. */
  first?: boolean;
  isKnown?: IsKnown;
  /** Steps that are chosen more often. */
  favoured?: readonly MakeStep[];
}

export interface ModelResult {
  sequences: number;
  steps: number;
  /** Number of sequences with a known failure, by kind. */
  known: Map<string, number>;
  /** One shrunk sequence for each kind of violation. */
  failures: Played[];
}

const kindOf = ({ invariant, kind }: { invariant: string; kind: string }) => `${invariant}: ${kind}`;

export async function runModel(world: World, options: ModelOptions): Promise<ModelResult> {
  const {
    seed,
    sequences,
    maxMs = Number.POSITIVE_INFINITY,
    first = false,
    isKnown = isKnownFailure,
  } = options;
  const result: ModelResult = { sequences: 0, steps: 0, known: new Map(), failures: [] };
  const found = new Set<string>();
  const startedMs = performance.now();
  for (let next = seed; next < seed + sequences && performance.now() - startedMs < maxMs; next += 1) {
    const played = await playSequence(world, makeSequence(next, options.favoured), isKnown);
    result.sequences += 1;
    result.steps += played.steps.length;
    for (const kind of new Set(played.known.map(kindOf)))
      result.known.set(kind, (result.known.get(kind) ?? 0) + 1);
    const [violation] = played.violations;
    if (!violation || found.has(kindOf(violation))) continue;
    found.add(kindOf(violation));
    result.failures.push(await shrink(world, played, isKnown));
    if (first) break;
  }
  return result;
}

/** @returns a description of a failed sequence: its seed, its steps, and the broken invariants */
export function describeFailure({ sequence, steps, violations }: Played): string {
  return [
    `seed ${sequence.seed}, from ${sequence.startsAt.toISOString()}:`,
    ...steps.map(
      ({ words, result, said }) =>
        `  ${words}${result === 'done' ? '' : ` (${result}${said ? `: ${said}` : ''})`}`,
    ),
    ...violations.map(({ invariant, kind, detail }) => `  breaks ${invariant}: ${kind} (${detail})`),
  ].join('\n');
}
