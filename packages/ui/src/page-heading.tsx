import type { ReactNode } from 'react';
import { Container } from './section.tsx';

/** Header of an inner page: `h1` and an introduction. */
export function PageHeading({
  title,
  eyebrow,
  intro,
  children,
}: {
  title: ReactNode;
  eyebrow?: ReactNode;
  intro?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="border-b border-line bg-brand-faint">
      <Container className="py-10 sm:py-14">
        {eyebrow ? <div className="mb-2 text-sm font-bold text-brand-strong">{eyebrow}</div> : null}
        <h1 className="max-w-[22ch] text-3xl sm:text-4xl">{title}</h1>
        {intro ? <p className="mt-4 max-w-text text-lg text-ink-soft">{intro}</p> : null}
        {children}
      </Container>
    </div>
  );
}
