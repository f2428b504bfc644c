import { ErrorBoundary } from '@meridian/ui/error-boundary';
import { type ReactNode, useId } from 'react';

/** A section of the course page with its heading, in an error boundary. */
export function CourseSection({
  id,
  title,
  action,
  children,
}: {
  id: string;
  title: string;
  /** Element beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className="mt-12 min-w-0 sm:mt-16">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={headingId} className="text-2xl">
          {title}
        </h2>
        {action}
      </div>
      <div className="min-w-0">
        <ErrorBoundary>{children}</ErrorBoundary>
      </div>
    </section>
  );
}
