import type { ReactNode, Ref } from 'react';
import { ChevronDown } from './icons.tsx';

/** Accordion. Only the first item is open at first. Works without JavaScript. */
export function Accordion({
  items,
  ref,
}: {
  items: readonly { key: string | number; title: string; content: ReactNode }[];
  /** The container of the items. */
  ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div ref={ref} className="divide-y divide-line rounded-lg border border-line bg-surface">
      {items.map((item, index) => (
        <details key={item.key} open={index === 0} className="group">
          <summary className="flex min-h-13 items-center justify-between gap-4 px-4 py-3 font-semibold hover:bg-brand-faint sm:px-6">
            <span>{item.title}</span>
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 text-brand transition-transform group-open:rotate-180"
            />
          </summary>
          <div className="px-4 pb-5 text-ink-soft sm:px-6">{item.content}</div>
        </details>
      ))}
    </div>
  );
}
