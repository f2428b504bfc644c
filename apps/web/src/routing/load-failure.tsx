import { TryAgain } from '@meridian/ui/try-again';
import { type ReactNode, useSyncExternalStore } from 'react';
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

/** Fallback while code loads. */
export function WhileLoading({ load, children }: { load: CodeLoad<unknown>; children: ReactNode }) {
  return useLoadState(load) === 'failed' ? null : children;
}
