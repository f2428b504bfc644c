/** What runs or lies about because of the benchmarks, so that an interrupted run leaves nothing behind. */
const open = new Set<() => Promise<void>>();

/**
 * @param close called once: at the end of the block that holds the result (`await using`), or at the end of the
 *   program
 */
export function closing(close: () => Promise<void>): AsyncDisposable {
  open.add(close);
  return {
    async [Symbol.asyncDispose]() {
      if (open.delete(close)) await close();
    },
  };
}

/** Closes what is still open, the latest first. */
export async function closeEverything(): Promise<void> {
  for (const close of [...open].reverse()) {
    open.delete(close);
    await close();
  }
}
