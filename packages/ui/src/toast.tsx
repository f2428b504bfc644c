import { useEffect } from 'react';
import { toastOverlay } from './overlay.tsx';

type Kind = 'success' | 'error';

/** Maximum time to load the toast library, before the fallback message is shown. */
const timeoutMs = 1_500;
/** Duration of a toast (specification, section 9). */
const plainMs = 5_000;

let loading: Promise<typeof import('./toast-area.tsx')> | undefined;

/** Loads the library. After a failure, the next call tries again. */
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
  if (!(await tell(kind, message)))
    toastOverlay.show(<PlainToast key={message} kind={kind} message={message} />);
}

/** Messages at the top right that close automatically (specification, section 2). */
export const toasts = {
  /** Shows a toast, or a plain message at the same place if the library does not load in time. */
  success: (message: string): void => void show('success', message),
  error: (message: string): void => void show('error', message),
  /**
   * Shows a toast.
   * @returns false if the library does not load in time; the caller must then show the message
   */
  tell,
  /** Preloads the library. */
  preload: (): void => void load().catch(() => undefined),
};

/** Renders the toasts. Mounted once, in the layout. */
export const ToastHost = toastOverlay.Host;

const close = () => toastOverlay.show(null);

/** Message at the place of a toast, shown without the library. */
function PlainToast({ kind, message }: { kind: Kind; message: string }) {
  useEffect(() => {
    const timer = setTimeout(close, plainMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: closes automatically; a click only closes it earlier
    <p
      role={kind === 'error' ? 'alert' : 'status'}
      onClick={close}
      className="fixed top-4 right-4 z-50 max-w-[calc(100vw-2rem)] rounded-md border border-line bg-surface px-4 py-4 shadow-raised"
    >
      {message}
    </p>
  );
}
