import { lazy, Suspense, useSyncExternalStore } from 'react';

/** The toast library comes with the first message, not with the page. */
const ToastArea = lazy(() => import('./toast-area.tsx').then((module) => ({ default: module.ToastArea })));

let wanted = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function show(kind: 'success' | 'error', message: string): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { showToast } = await import('./toast-area.tsx');
  showToast(kind, message);
}

/** Messages at the top right that close by themselves (specification, section 2). */
export const toasts = {
  success: (message: string): void => void show('success', message),
  error: (message: string): void => void show('error', message),
};

/** Where the toasts appear; stands once, in the layout. */
export function ToastHost() {
  const shown = useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
  return shown ? (
    <Suspense fallback={null}>
      <ToastArea />
    </Suspense>
  ) : null;
}
