import type { ReactNode } from 'react';
import { contact } from '../../site-content.ts';

const link = 'font-semibold text-brand-strong underline underline-offset-4';

/** One sentence for browsers without scripts, and the ways that need none. */
export function WithoutScripts({ children }: { children: ReactNode }) {
  // What only the server writes is no part of the browser's code.
  return <noscript>{import.meta.env.SSR ? <Sentence>{children}</Sentence> : null}</noscript>;
}

function Sentence({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-md border border-line bg-sand px-4 py-3">
      {children} Please call{' '}
      <a href={contact.phoneHref} className={link}>
        {contact.phone}
      </a>{' '}
      or write to{' '}
      <a href={`mailto:${contact.email}`} className={link}>
        {contact.email}
      </a>
      .
    </p>
  );
}
