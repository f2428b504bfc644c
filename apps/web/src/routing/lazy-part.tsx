import { type ComponentType, createElement, memo, type ReactNode, Suspense, use, useState } from 'react';
import { codeLoad } from './code-load.ts';
import { hadEarlyInteraction } from './early-interaction.ts';
import { LoadFailure, useRerender, WhileLoading } from './load-failure.tsx';

const onServer = typeof window === 'undefined';
const loads: (() => Promise<unknown>)[] = [];

/** Loads every lazily hydrated part, for renders that cannot suspend: on the server and in tests. */
export async function preloadParts(): Promise<void> {
  await Promise.all(loads.map((load) => load()));
}

/** Events that count as the first interaction with the page; `hydrate` is our own, of a page whose markup is outdated. */
const firstTouches = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'scroll',
  'dragenter',
  'hydrate',
];

/** Resolves at the first interaction with the page. */
const touched = new Promise<void>((resolve) => {
  if (onServer) return;
  if (hadEarlyInteraction()) return resolve();
  const done = ({ type, target }: Event) => {
    // A carousel scrolls during layout.
    if (type === 'scroll' && target !== document) return;
    for (const event of firstTouches) document.removeEventListener(event, done, true);
    resolve();
  };
  for (const event of firstTouches) document.addEventListener(event, done, { capture: true, passive: true });
});

/** True once the first page is hydrated; its end is marked by `PageStatus`. */
const isHydrated = () => !onServer && performance.getEntriesByName('hydrated').length > 0;

/** A lazily hydrated component. */
type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the code ahead, for a part that an interaction mounts. Failures are ignored: mounting it tries again. */
  prefetch(): void;
};

/**
 * Lazy hydration: the server renders the component, its markup stays until the first interaction with the page, then
 * its code is loaded and hydrates it. Mounted after hydration, it loads at once. Pass stable props: a change of them, or of a context above, before hydration
 * makes React render it on the client instead.
 *
 * @param load imports the component
 * @param fallback shown while the code loads, if the component is mounted after the first page
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyPart<Props> {
  const code = codeLoad(load);
  loads.push(code.load);
  /** By whether the server's markup waits for the first interaction. */
  const arriving = new Map<boolean, Promise<void>>();
  function arrivalOf(waits: boolean): Promise<void> {
    const arrival = arriving.get(waits) ?? (waits ? touched.then(code.arrival) : code.arrival());
    arriving.set(waits, arrival);
    return arrival;
  }

  function Loaded({ waits, part }: { waits: boolean; part: Props }) {
    // A component that has called use() on a promise has to keep calling it.
    if (!code.code() || arriving.has(waits)) use(arrivalOf(waits));
    const component = code.code();
    return component ? createElement(component, part) : null;
  }
  function Part(props: Props) {
    const rerender = useRerender();
    // What is mounted afterwards has no markup of the server.
    const [waits] = useState(() => !isHydrated());
    const waiting = (
      <WhileLoading load={code} onArrival={rerender} unlessFailed>
        {fallback}
      </WhileLoading>
    );
    return (
      <>
        <Suspense fallback={waiting}>
          <Loaded waits={waits} part={props} />
        </Suspense>
        {/* Beside the component, so that the server's markup stays, with what was typed into it. */}
        <LoadFailure load={code} />
      </>
    );
  }
  return Object.assign(memo(Part) as unknown as ComponentType<Props>, {
    prefetch: () => void code.load().catch(() => undefined),
  });
}
