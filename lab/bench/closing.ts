/** Resources to release when a run is interrupted. */
const open = new Set<() => Promise<void>>();

/** @param close called once: when its scope ends (`await using`), or by {@link closeEverything} */
export function closing(close: () => Promise<void>): AsyncDisposable {
  open.add(close);
  return {
    async [Symbol.asyncDispose]() {
      if (open.delete(close)) await close();
    },
  };
}

/** Closes the open resources, newest first. */
export async function closeEverything(): Promise<void> {
  for (const close of [...open].reverse()) {
    open.delete(close);
    await close();
  }
}
