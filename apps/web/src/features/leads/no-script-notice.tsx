import type { ReactNode } from 'react';
import { contact } from '../../content/contact.ts';

const link = 'font-semibold text-brand-strong underline underline-offset-4';

/** Phone and email for browsers without scripts. */
export function NoScriptNotice({ children }: { children: ReactNode }) {
  // Rendered on the server only, so the browser's bundle does not contain it.
  return <noscript>{import.meta.env.SSR ? <Sentence>{children}</Sentence> : null}</noscript>;
}

function Sentence({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-md border border-line bg-sand px-4 py-3">
      {children} Please call{' '}
      <a href={contact().phoneHref} className={link}>
        {contact().phone}
      </a>{' '}
      or write to{' '}
      <a href={`mailto:${contact().email}`} className={link}>
        {contact().email}
      </a>
      .
    </p>
  );
}
