import { Button } from '@meridian/ui/button';
import { Dialog } from '@meridian/ui/dialog';
import { thanksOverlay } from '@meridian/ui/overlay';

interface Thanks {
  /** An additional message. */
  note?: string;
}

/** Opens the thank-you modal over the page. */
export function thankVisitor({ note }: Thanks = {}): void {
  thanksOverlay.show(<ThankYou open note={note} />);
}

/** Closes the dialog before it is unmounted, because closing restores the focus. */
const close = () => thanksOverlay.show(<ThankYou open={false} />);

/**
 * The success modal of the specification, closed only by its button. Rendered in the layout, because the form
 * may be unmounted with its own modal.
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

/** Renders the modal. Used once, in the layout. */
export const ThankYouHost = thanksOverlay.Host;
