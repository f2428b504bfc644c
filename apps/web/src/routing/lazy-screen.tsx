import { type ComponentType, createElement, use } from 'react';

/** A component that is a page, and the means to load it ahead. */
export interface LazyScreen {
  (props: object): React.ReactNode;
  /** Loads the code. On the server and before hydration it is awaited, so that the first render is whole. */
  preload(): Promise<unknown>;
  /** Loads the code of a page that may be gone to. Where that fails, nothing happens: going there tries again. */
  prefetch(): Promise<void>;
  /** The source file, by which the build's manifest knows the screen. */
  module: string;
}

const reloadMark = 'chunk-reload';

/** After a deploy an old page may ask for code that is gone: one reload brings the new page. */
function reloadOnce(error: unknown): never | Promise<never> {
  if (typeof window === 'undefined') throw error;
  if (sessionStorage.getItem(reloadMark) === location.href) throw error;
  sessionStorage.setItem(reloadMark, location.href);
  location.reload();
  return new Promise<never>(() => undefined);
}

/**
 * A screen whose code loads when it is needed.
 * @param module the source file of the screen, below `src/`
 * @param load imports the screen's component
 */
export function lazyScreen(module: string, load: () => Promise<ComponentType>): LazyScreen {
  let component: ComponentType | undefined;
  let arriving: Promise<void> | undefined;
  const arrive = () => {
    arriving ??= load().then((loaded) => {
      component = loaded;
    });
    return arriving;
  };
  const prefetch = () =>
    arrive().catch(() => {
      arriving = undefined;
    });
  let loading: Promise<void> | undefined;
  const preload = () => {
    loading ??= arrive().catch(reloadOnce);
    return loading;
  };
  let suspended = false;
  function Screen() {
    // Once it has suspended it goes on using the promise, as React wants of whoever uses one.
    suspended ||= component === undefined;
    if (suspended) use(preload());
    return component ? createElement(component) : null;
  }
  return Object.assign(Screen, { preload, prefetch, module: `src/${module}` });
}
