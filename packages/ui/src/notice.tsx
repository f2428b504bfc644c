import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** Loading indicator with text. */
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

/** Message in place of content that is empty or could not be loaded. */
export function Notice({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p className={classNames('rounded-md border border-line bg-sand/50 px-4 py-4 text-ink-soft', className)}>
      {children}
    </p>
  );
}
