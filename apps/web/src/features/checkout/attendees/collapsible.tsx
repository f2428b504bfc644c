import { ChevronDown } from '@meridian/ui/icons';
import { type ReactNode, useEffect, useRef } from 'react';

/** A collapsible section. If it is opened before hydration, `onOpen` is called after hydration. */
export function Collapsible({
  title,
  note,
  onOpen,
  children,
}: {
  title: string;
  note?: string;
  onOpen(): void;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const opens = useRef(onOpen);
  useEffect(() => {
    if (details.current?.open) opens.current();
  }, []);
  return (
    <details
      ref={details}
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen();
      }}
      className="group mt-5 rounded-md border border-line print:hidden"
    >
      <summary className="flex min-h-13 items-center justify-between gap-4 rounded-md px-4 py-2.5 hover:bg-brand-faint">
        <span>
          <span className="block font-semibold">{title}</span>
          {note ? <span className="block text-sm text-ink-soft">{note}</span> : null}
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-brand transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="px-4 pt-2 pb-4">{children}</div>
    </details>
  );
}
