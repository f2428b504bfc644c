import { type ComponentType, createElement, memo, type ReactNode, Suspense, use } from 'react';
import { codeLoad } from './code-load.ts';
import { hadEarlyInteraction } from './early-interaction.ts';
import { LoadFailure, WhileLoading } from './load-failure.tsx';

const onServer = typeof window === 'undefined';
const loads: (() => Promise<unknown>)[] = [];

/** Loads every lazy part, so that a render that cannot wait finds them whole: on the server, and in tests. */
export async function preloadParts(): Promise<void> {
  await Promise.all(loads.map((load) => load()));
}

/** What a visitor does before using a part of the page: the pointer comes near, a key, a finger, a scroll. */
const firstTouches = [
  ...['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'],
  'dragenter',
];

/** Resolves at the visitor's first touch of the page: until then it costs no script beyond its own. */
const touched = new Promise<void>((resolve) => {
  if (onServer) return;
  if (hadEarlyInteraction()) return resolve();
  const done = ({ type, target }: Event) => {
    // A row of slides that takes its place scrolls by itself.
    if (type === 'scroll' && target !== document) return;
    for (const event of firstTouches) document.removeEventListener(event, done, true);
    resolve();
  };
  for (const event of firstTouches) document.addEventListener(event, done, { capture: true, passive: true });
});

/**
 * A part of a page whose code is not among the first load: the server renders it whole, its markup stays as it is
 * until the visitor first touches the page, then its code arrives and takes over. Give it props that keep their
 * identity: a change of them, or of a context above, before the code is there makes React render it anew.
 *
 * @param load imports the component
 * @param fallback shown where the part appears after the first page and its code is still on its way
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const code = codeLoad(load);
  loads.push(code.load);
  let waiting: Promise<void> | undefined;
  const loadWhenTouched = () => {
    waiting ??= touched.then(code.arrival);
    return waiting;
  };

  function Loaded(props: Props) {
    // Once it has suspended it goes on using the promise, as React wants of whoever uses one.
    if (!code.code() || waiting) use(loadWhenTouched());
    const component = code.code();
    return component ? createElement(component, props) : null;
  }
  function Part(props: Props) {
    return (
      <>
        <Suspense fallback={fallback && <WhileLoading load={code}>{fallback}</WhileLoading>}>
          <Loaded {...props} />
        </Suspense>
        {/* Not in place of the part: the server's markup, with what was typed into it, stays. */}
        <LoadFailure load={code} />
      </>
    );
  }
  return memo(Part) as unknown as ComponentType<Props>;
}
