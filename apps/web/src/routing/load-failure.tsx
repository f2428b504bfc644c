import { TryAgain } from '@meridian/ui/try-again';
import { type ReactNode, startTransition, useEffect, useReducer, useSyncExternalStore } from 'react';
import type { CodeLoad, LoadState } from './code-load.ts';

function useLoadState(load: CodeLoad<unknown>): LoadState {
  return useSyncExternalStore(load.subscribe, load.state, () => 'waiting');
}

/** Retry button beside a component whose code could not be loaded. */
export function LoadFailure({ load }: { load: CodeLoad<unknown> }) {
  const state = useLoadState(load);
  if (state !== 'failed' && state !== 'retrying') return null;
  return (
    <TryAgain busy={state === 'retrying'} onTry={() => void load.retry()}>
      This part of the page could not be loaded.
    </TryAgain>
  );
}

/**
 * Fallback while code loads. React keeps a fallback for at least 300 ms. Rendering in a transition replaces
 * it immediately.
 * @param onArrival renders the component around the fallback again, see {@link useRerender}
 * @param unlessFailed renders nothing if the code could not be loaded
 */
export function WhileLoading({
  load,
  onArrival,
  unlessFailed,
  children,
}: {
  load: CodeLoad<unknown>;
  onArrival: () => void;
  unlessFailed?: boolean;
  children: ReactNode;
}) {
  const state = useLoadState(load);
  useEffect(() => {
    if (state === 'loaded') startTransition(onArrival);
  }, [state, onArrival]);
  return unlessFailed && state === 'failed' ? null : children;
}

/** @returns a function that renders the component again */
export function useRerender(): () => void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  return rerender;
}
