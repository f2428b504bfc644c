import { Button } from '@meridian/ui/button';
import { Dialog } from '@meridian/ui/dialog';
import { thanksOverlay } from '@meridian/ui/overlay';

interface Thanks {
  /** What the visitor has to know besides. */
  note?: string;
}

/** Opens the thank-you modal over whatever the page shows. */
export function thankVisitor({ note }: Thanks = {}): void {
  thanksOverlay.show(<ThankYou open note={note} />);
}

/** Closed, not unmounted: closing the dialog restores the focus. */
const close = () => thanksOverlay.show(<ThankYou open={false} />);

/**
 * The success modal of the specification, closed by its button alone. It stands in the layout: the form that was sent
 * may be gone with the modal that held it.
 */
function ThankYou({ open, note }: Thanks & { open: boolean }) {
  return (
    <Dialog title="Thank You!" open={open} onClose={close} staticBackdrop closeable={false}>
      <p className="text-lg text-ink-soft">Your details has been successfully submitted. Thanks!</p>
      {note ? <p className="mt-3 text-ink-soft">{note}</p> : null}
      <Button className="mt-6" onClick={close}>
        ok
      </Button>
    </Dialog>
  );
}

/** Where the modal appears; stands once, in the layout. */
export const ThankYouHost = thanksOverlay.Host;
