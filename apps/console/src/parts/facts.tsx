import type { ReactNode } from 'react';

/** A card with a title. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface p-4">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  );
}

/** A list of names and values. Empty values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl className="grid grid-cols-[fit-content(40%)_1fr] sm:grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5">
      {shown.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 break-words [&_time]:whitespace-normal">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
