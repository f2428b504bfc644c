import { useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface Thanks {
  /** What the visitor has to know besides. */
  note?: string;
}

let shown: Thanks | null = null;
const listeners = new Set<() => void>();

function show(thanks: Thanks | null): void {
  shown = thanks;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // The page that thanked is gone.
    if (listeners.size === 0) shown = null;
  };
}

/** Opens the thank-you modal over whatever the page shows. */
export function thankVisitor(thanks: Thanks = {}): void {
  show(thanks);
}

/**
 * The success modal of the specification, closed by its button alone. It stands once, in the layout: the form that
 * was sent may be gone with the modal that held it.
 */
export function ThankYouHost() {
  const thanks = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
  const close = () => show(null);
  return (
    <Dialog title="Thank You!" open={thanks !== null} onClose={close} staticBackdrop closeable={false}>
      <p className="text-lg text-ink-soft">Your details has been successfully submitted. Thanks!</p>
      {thanks?.note ? <p className="mt-3 text-ink-soft">{thanks.note}</p> : null}
      <Button className="mt-6" onClick={close}>
        ok
      </Button>
    </Dialog>
  );
}
