/** Runs what it is given when its turn has come. */
export type Turns = <Result>(run: () => Promise<Result>) => Promise<Result>;

/**
 * Lets so many run at once, the others in the order in which they came.
 */
export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (run) => {
    // Whoever ends hands its place on, so nobody who comes later slips in between.
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
