import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** The words shown while data is on its way. */
export function Loading({ className }: { className?: string }) {
  return (
    <p
      role="status"
      className={classNames('needs-script flex items-center gap-3 py-6 text-ink-soft', className)}
    >
      <Spinner /> Loading...
    </p>
  );
}

/** A quiet message in place of content: nothing there, or it could not be loaded. */
export function Notice({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p className={classNames('rounded-md border border-line bg-sand/50 px-4 py-4 text-ink-soft', className)}>
      {children}
    </p>
  );
}
