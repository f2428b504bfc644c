export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** @returns an integer from `from` to `to`, both included */
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Seeded, reproducible generator (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick<Item>(items: readonly Item[]) {
      if (items.length === 0) throw new TypeError('There is nothing to pick from');
      return items[between(0, items.length - 1)] as Item;
    },
  };
}

/**
 * Chooses a seed and prints it, so that a run can be repeated.
 * @returns the seed from the argument or SEED; without them, a seed from the time
 */
export function chooseSeed(requested = process.env.SEED ?? ''): number {
  const given = Number.parseInt(requested, 10);
  const seed = Number.isInteger(given) ? given : Date.now() % 1_000_000_000;
  process.stdout.write(`seed ${seed} (repeat with SEED=${seed})\n`);
  return seed;
}
