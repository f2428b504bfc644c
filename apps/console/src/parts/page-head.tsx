import type { ReactNode } from 'react';

/** The heading of a list, with filters and actions. */
export function PageHead({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <h1 className="mr-auto w-full text-2xl sm:w-auto">
        {title} {note ? <span className="text-base text-ink-soft">{note}</span> : null}
      </h1>
      {children}
    </div>
  );
}
