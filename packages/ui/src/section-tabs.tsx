import { type ReactNode, useEffect, useRef } from 'react';
import { Container } from './section.tsx';
import { useSectionInView } from './use-section-in-view.ts';

export interface SectionTab {
  /** Id of the target section. */
  id: string;
  label: string;
}

/**
 * Sticky links to the sections of a long page. The link of the section in view is marked. The links work
 * without JavaScript.
 */
export function SectionTabs({
  label,
  tabs,
  offsetPx,
  children,
}: {
  /** Accessible name of the navigation. */
  label: string;
  /** In page order. The sections are measured again if the array changes. */
  tabs: readonly SectionTab[];
  offsetPx: number;
  /** Shown after the tabs. */
  children?: ReactNode;
}) {
  const current = useSectionInView(tabs, offsetPx);
  const strip = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const list = strip.current;
    const tab = list?.querySelector<HTMLElement>('[aria-current]');
    // `scrollTo` moves only the tabs. `scrollIntoView` would scroll the page too.
    if (list && tab) list.scrollTo({ left: tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2 });
    else list?.scrollTo({ left: 0 });
  }, [current]);

  return (
    <div className="sticky top-18 z-20 border-y border-line bg-surface print:hidden">
      <Container className="flex items-stretch gap-4">
        <nav aria-label={label} className="min-w-0 grow">
          <ul
            ref={strip}
            className="relative -ml-3 flex overflow-x-auto scroll-smooth [scrollbar-width:none] motion-reduce:scroll-auto"
          >
            {tabs.map((tab) => (
              <li key={tab.id} className="shrink-0">
                <a
                  href={`#${tab.id}`}
                  aria-current={tab.id === current ? 'true' : undefined}
                  className="flex min-h-13 items-center border-b-3 border-transparent px-3 forced-colors:border-[Canvas] text-sm font-semibold whitespace-nowrap text-ink-soft -outline-offset-3 hover:text-brand-strong aria-[current]:border-brand aria-[current]:text-brand-strong"
                >
                  {tab.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {children}
      </Container>
    </div>
  );
}
