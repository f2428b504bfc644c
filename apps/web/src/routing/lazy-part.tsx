import { type ComponentType, createElement, memo, type ReactNode, Suspense, use, useState } from 'react';
import { codeLoad } from './code-load.ts';
import { hadEarlyInteraction } from './early-interaction.ts';
import { LoadFailure, useRerender, WhileLoading } from './load-failure.tsx';

const onServer = typeof window === 'undefined';
const loads: (() => Promise<unknown>)[] = [];

/** Loads all lazily hydrated parts, for renders that cannot suspend: on the server and in tests. */
export async function preloadParts(): Promise<void> {
  await Promise.all(loads.map((load) => load()));
}

/**
 * Events that count as the first interaction with the page. `hydrate` is a custom event, sent when the
 * server's markup is outdated.
 */
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
    // A carousel fires scroll events during layout.
    if (type === 'scroll' && target !== document) return;
    for (const event of firstTouches) document.removeEventListener(event, done, true);
    resolve();
  };
  for (const event of firstTouches) document.addEventListener(event, done, { capture: true, passive: true });
});

/** True after the hydration of the first page, which `PageStatus` marks. */
const isHydrated = () => !onServer && performance.getEntriesByName('hydrated').length > 0;

/** A lazily hydrated component. */
type LazyPart<Props> = ComponentType<Props> & {
  /**
   * Preloads the code of a part that an interaction mounts. Failures are ignored, because mounting the part
   * tries again.
   */
  prefetch(): void;
};

/**
 * Lazy hydration. The server renders the component, and its markup stays until the first interaction with the
 * page. Then the code is loaded and hydrates the markup. If the component is mounted after hydration, its
 * code loads immediately.
 *
 * Pass stable props: if the props or a context above change before hydration, React discards the server's
 * markup and renders the component on the client.
 *
 * @param load imports the component
 * @param fallback shown while the code loads, if the component is mounted after hydration
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyPart<Props> {
  const code = codeLoad(load);
  loads.push(code.load);
  /** Promises of the code. The key says whether the code waits for the first interaction. */
  const arriving = new Map<boolean, Promise<void>>();
  function arrivalOf(waits: boolean): Promise<void> {
    const arrival = arriving.get(waits) ?? (waits ? touched.then(code.arrival) : code.arrival());
    arriving.set(waits, arrival);
    return arrival;
  }

  function Loaded({ waits, part }: { waits: boolean; part: Props }) {
    // A component that has called `use()` with a promise must keep calling it.
    if (!code.code() || arriving.has(waits)) use(arrivalOf(waits));
    const component = code.code();
    return component ? createElement(component, part) : null;
  }
  function Part(props: Props) {
    const rerender = useRerender();
    // A component that is mounted after hydration has no server markup.
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
        {/* Outside the component, so that the server's markup stays, with everything that the visitor typed
            into it. */}
        <LoadFailure load={code} />
      </>
    );
  }
  return Object.assign(memo(Part) as unknown as ComponentType<Props>, {
    prefetch: () => void code.load().catch(() => undefined),
  });
}
