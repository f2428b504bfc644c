/** State of a dynamic import. */
export type LoadState = 'waiting' | 'failed' | 'retrying' | 'loaded';

/** A dynamic import that can be retried after a failure. */
export interface CodeLoad<Code> {
  /** The module, once loaded. */
  code(): Code | undefined;
  state(): LoadState;
  subscribe(listener: () => void): () => void;
  /** Loads the module. Concurrent calls share one import. Rejects on failure. */
  load(): Promise<void>;
  /**
   * Loads the module. All callers get the same promise. It never rejects: after a failure, it resolves when a
   * later attempt succeeds.
   */
  arrival(): Promise<void>;
  /**
   * Retries at the visitor's request. Reloads the page if the import fails although the site is reachable.
   */
  retry(): Promise<void>;
}

/** @returns whether the site is reachable. If it is not, a reload would show the browser's error page */
export async function isSiteReachable(): Promise<boolean> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** @param start imports the module */
export function codeLoad<Code>(start: () => Promise<Code>): CodeLoad<Code> {
  let code: Code | undefined;
  let state: LoadState = 'waiting';
  let trying: Promise<void> | undefined;
  let arrive: () => void = () => undefined;
  let arriving: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  function become(next: LoadState): void {
    state = next;
    for (const listener of listeners) listener();
  }
  const again = () => void load().catch(() => undefined);

  function load(): Promise<void> {
    trying ??= start().then(
      (loaded) => {
        code = loaded;
        become('loaded');
        arrive();
      },
      (error: unknown) => {
        trying = undefined;
        become('failed');
        globalThis.addEventListener?.('online', again, { once: true });
        throw error;
      },
    );
    if (state === 'failed') become('retrying');
    return trying;
  }

  return {
    code: () => code,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load,
    arrival() {
      arriving ??= new Promise((resolve) => {
        arrive = resolve;
        if (code) resolve();
        else again();
      });
      return arriving;
    },
    async retry() {
      try {
        await load();
      } catch {
        // Some browsers cache a failed import for the document's lifetime; only a reload retries it.
        if (await isSiteReachable()) location.reload();
      }
    },
  };
}
