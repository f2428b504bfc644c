import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/** Centred content with a maximum width and padding. */
export function Container({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classNames('mx-auto w-full max-w-page px-4 sm:px-6 lg:px-8', className)}>{children}</div>
  );
}

/** Section of a page with a heading, in an error boundary. */
export function Section({
  id,
  title,
  eyebrow,
  intro,
  className,
  children,
}: {
  id?: string;
  title: ReactNode;
  eyebrow?: string;
  intro?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className={classNames('py-12 sm:py-16 lg:py-20', className)}>
      <Container>
        <div className="mb-8 max-w-text">
          {eyebrow ? <p className="mb-2 text-sm font-bold text-brand-strong">{eyebrow}</p> : null}
          <h2 className="text-3xl">{title}</h2>
          {intro ? <p className="mt-3 text-lg text-ink-soft">{intro}</p> : null}
        </div>
        <ErrorBoundary>{children}</ErrorBoundary>
      </Container>
    </section>
  );
}
