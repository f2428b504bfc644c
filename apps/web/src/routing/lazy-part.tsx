import { type ComponentType, createElement, memo, type ReactNode, Suspense, use } from 'react';

const onServer = typeof window === 'undefined';
const loads: (() => Promise<unknown>)[] = [];

/** Loads every lazy part, so that a render that cannot wait finds them whole: on the server, and in tests. */
export async function preloadParts(): Promise<void> {
  await Promise.all(loads.map((load) => load()));
}

/** Resolves when the browser has time, or at the visitor's first touch of the page, whichever comes first. */
const quiet = new Promise<void>((resolve) => {
  if (onServer) return resolve();
  const events = ['pointerdown', 'keydown', 'focusin', 'touchstart'] as const;
  const done = () => {
    for (const event of events) document.removeEventListener(event, done, true);
    resolve();
  };
  for (const event of events) document.addEventListener(event, done, { capture: true, passive: true });
  if ('requestIdleCallback' in window) window.requestIdleCallback(done, { timeout: 3000 });
  else setTimeout(done, 1500);
});

/**
 * A part of a page whose code is not among the first load: the server renders it whole, its markup stays as it is
 * until the browser is quiet, then its code arrives and takes over. Give it props that keep their identity: a
 * change before the code is there makes React render it anew.
 *
 * @param load imports the component
 * @param fallback shown where the part appears after the first page and its code is still on its way
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let component: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const start = () => {
    loading ??= quiet.then(load).then((loaded) => {
      component = loaded;
    });
    return loading;
  };
  loads.push(start);

  function Loaded(props: Props) {
    if (!component) use(start());
    return component ? createElement(component, props) : null;
  }
  function Part(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  return memo(Part) as unknown as ComponentType<Props>;
}
