import { type ComponentType, createElement, use } from 'react';
import { type CodeLoad, codeLoad, isSiteReachable } from './code-load.ts';

/** A code-split page component that can be preloaded. */
export interface LazyScreen {
  (props: object): React.ReactNode;
  /**
   * Loads the code. Awaited on the server and before hydration, so that the first render does not suspend.
   */
  preload(): Promise<unknown>;
  /** Prefetches the code. A failure is ignored, because the navigation tries again. */
  prefetch(): Promise<void>;
  /** State of the code, for a fallback. */
  code: CodeLoad<ComponentType>;
  /** Source file of the screen. It is the screen's key in the build's manifest. */
  module: string;
}

/** A page whose code failed to load; the error boundary offers a retry. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded';
  readonly code = 'SCREEN_NOT_LOADED';
  readonly retry: () => Promise<void>;

  constructor(cause: unknown, retry: () => Promise<void>) {
    super('The code of the page could not be loaded', { cause });
    this.retry = retry;
  }
}

const reloadMark = 'chunk-reload';

/** Records that this address is reloaded. @returns false after an earlier reload, or if storage is blocked */
function mayReload(): boolean {
  try {
    if (sessionStorage.getItem(reloadMark) === location.href) return false;
    sessionStorage.setItem(reloadMark, location.href);
    return true;
  } catch {
    // Without storage, the number of reloads cannot be limited.
    return false;
  }
}

/**
 * A code-split screen.
 * @param module the source file of the screen, below `src/`
 * @param load imports the screen's component
 */
export function lazyScreen(module: string, load: () => Promise<ComponentType>): LazyScreen {
  const code = codeLoad(load);
  let loading: Promise<void> | undefined;

  async function retry(): Promise<void> {
    await code.retry();
    loading = undefined;
  }
  async function fail(cause: unknown): Promise<never> {
    if (typeof window === 'undefined') throw cause;
    // After a deploy, an old page may import chunks that no longer exist. One reload loads the new page.
    if ((await isSiteReachable()) && mayReload()) {
      location.reload();
      return new Promise<never>(() => undefined);
    }
    throw new ScreenNotLoaded(cause, retry);
  }
  const preload = () => {
    loading ??= code.load().catch(fail);
    return loading;
  };
  let suspended = false;
  function Screen() {
    const component = code.code();
    // A component that has called `use()` with a promise must keep calling it.
    suspended ||= component === undefined;
    if (suspended) use(preload());
    return component ? createElement(component) : null;
  }
  return Object.assign(Screen, {
    preload,
    prefetch: () => code.load().catch(() => undefined),
    code,
    module: `src/${module}`,
  });
}
