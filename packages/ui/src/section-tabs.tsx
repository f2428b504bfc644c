import { type ReactNode, useEffect, useRef } from 'react';
import { Container } from './section.tsx';
import { useSectionInView } from './use-section-in-view.ts';

export interface SectionTab {
  /** Id of the section that the tab leads to. */
  id: string;
  label: string;
}

/**
 * Links to the sections of a long page, which stay below the navigation and mark the section in view. Plain links:
 * they work before any script, and the style sheet makes the scrolling smooth.
 */
export function SectionTabs({
  label,
  tabs,
  ids,
  offsetPx,
  children,
}: {
  /** What the links lead through, for screen readers. */
  label: string;
  tabs: readonly SectionTab[];
  /** The sections in the order of the page, the same array at every render. */
  ids: readonly string[];
  offsetPx: number;
  /** What stands after the tabs. */
  children?: ReactNode;
}) {
  const current = useSectionInView(ids, offsetPx);
  const strip = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const list = strip.current;
    const tab = list?.querySelector<HTMLElement>('[aria-current]');
    // Only the strip may scroll: scrollIntoView would move the page as well.
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
