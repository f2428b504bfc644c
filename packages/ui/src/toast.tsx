import { useEffect } from 'react';
import { toastOverlay } from './overlay.tsx';

type Kind = 'success' | 'error';

/** How long the toast library may take to load before the fallback is shown. */
const timeoutMs = 1_500;
/** Duration of a toast (specification, section 9). */
const plainMs = 5_000;

let loading: Promise<typeof import('./toast-area.tsx')> | undefined;

/** The toast library comes when a message is likely, not with the page. A failed try is forgotten. */
function load() {
  loading ??= import('./toast-area.tsx').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function tell(kind: Kind, message: string): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
  const area = await Promise.race([load().catch(() => undefined), late]);
  if (!area) return false;
  toastOverlay.show(<area.ToastArea />);
  area.showToast(kind, message);
  return true;
}

async function show(kind: Kind, message: string): Promise<void> {
  if (!(await tell(kind, message))) toastOverlay.show(<PlainToast key={message} {...{ kind, message }} />);
}

/** Messages at the top right that close by themselves (specification, section 2). */
export const toasts = {
  /** Shows a message in any case: without the toasts' code in plain. */
  success: (message: string): void => void show('success', message),
  error: (message: string): void => void show('error', message),
  /** Shows a toast. @returns false where its code does not come in time: the caller says it in place */
  tell,
  /** Fetches the code before a message is due. */
  preload: (): void => void load().catch(() => undefined),
};

/** Where the toasts appear; stands once, in the layout. */
export const ToastHost = toastOverlay.Host;

const close = () => toastOverlay.show(null);

/** A message whose toast could not be loaded. */
function PlainToast({ kind, message }: { kind: Kind; message: string }) {
  useEffect(() => {
    const timer = setTimeout(close, plainMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: as the toasts, it goes by itself; a click only hurries it
    <p
      role={kind === 'error' ? 'alert' : 'status'}
      onClick={close}
      className="fixed top-4 right-4 z-50 max-w-[calc(100vw-2rem)] rounded-md border border-line bg-surface px-4 py-4 shadow-raised"
    >
      {message}
    </p>
  );
}
