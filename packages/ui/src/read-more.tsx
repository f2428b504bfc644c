import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { previewOf } from './preview-text.ts';

/** Preview of a long text, with the full text in a modal. */
export function ReadMore({ title, text, className }: { title: string; text: string; className?: string }) {
  const [open, setOpen] = useState(false);
  const preview = previewOf(text);
  return (
    <div className={className}>
      <p>{preview.text}</p>
      {preview.cut ? (
        <>
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="mt-1 inline-flex min-h-8 items-center font-semibold text-brand-strong underline underline-offset-4"
          >
            Read more <span className="sr-only">about {title}</span>
          </button>
          <Dialog title={title} open={open} onClose={() => setOpen(false)}>
            <p className="whitespace-pre-line text-ink-soft">{text}</p>
          </Dialog>
        </>
      ) : null}
    </div>
  );
}
