import { useState } from 'react';
import { Button } from '../../src/button.tsx';
import { Dialog } from '../../src/dialog.tsx';
import { thanksOverlay } from '../../src/overlay.tsx';
import { toasts } from '../../src/toast.tsx';
import { type ComponentSamples, longWords } from '../sample.ts';

function DialogSample({
  label,
  title,
  fixed,
  late,
}: {
  label: string;
  title: string;
  fixed?: boolean;
  late?: boolean;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="outline" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={title} open={open} onClose={() => setOpen(false)} staticBackdrop={fixed} late={late}>
        <p>{longWords.repeat(fixed ? 30 : 1)}</p>
      </Dialog>
    </>
  );
}

export const overlaySamples: readonly ComponentSamples[] = [
  {
    component: 'Dialog',
    samples: [
      { state: 'normal', content: <DialogSample label="Open a dialog" title="Download the syllabus" /> },
      {
        state: 'static backdrop, long text',
        content: <DialogSample label="Open a long dialog" title={longWords} fixed />,
      },
      {
        state: 'content after the first paint',
        content: <DialogSample label="Open a late dialog" title="Talk to our advisor" late />,
      },
    ],
  },
  {
    component: 'Toast',
    samples: [
      {
        state: 'success',
        content: (
          <Button tone="outline" onClick={() => toasts.success('Thank you, we will call you')}>
            Show a success
          </Button>
        ),
      },
      {
        state: 'error, long text',
        content: (
          <Button tone="outline" onClick={() => toasts.error(`It could not be sent: ${longWords}`)}>
            Show an error
          </Button>
        ),
      },
    ],
  },
  {
    component: 'Overlay',
    samples: [
      {
        state: 'content shown in a host elsewhere',
        content: (
          <Button
            tone="outline"
            onClick={() => thanksOverlay.show(<p className="fixed bottom-0 left-0 bg-sand p-4">Thank you</p>)}
          >
            Show at the bottom
          </Button>
        ),
      },
    ],
  },
];
