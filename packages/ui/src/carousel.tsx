import { Children, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { ChevronLeft, ChevronRight } from './icons.tsx';

/**
 * Carousel with CSS scroll snapping. Visitors move it by swiping, scrolling or its buttons. Swiping and
 * scrolling work before hydration. The class that the caller passes sets the number of visible slides
 * (`[--slides:1] lg:[--slides:3]`). The buttons are hidden if all slides fit. A single child is shown without
 * a carousel.
 */
export function Carousel({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const track = useRef<HTMLUListElement>(null);
  const [fits, setFits] = useState(false);

  useEffect(() => {
    const update = () => setFits(!!track.current && track.current.scrollWidth <= track.current.clientWidth);
    update();
    window.addEventListener('resize', update);
    return () => window.removeEventListener('resize', update);
  }, []);

  function move(direction: -1 | 1): void {
    const element = track.current;
    const slide = element?.firstElementChild;
    if (!element || !slide) return;
    const step =
      slide.getBoundingClientRect().width + Number.parseFloat(getComputedStyle(element).columnGap || '0');
    const end = element.scrollWidth - element.clientWidth;
    const atEnd = direction === 1 && element.scrollLeft >= end - 2;
    const atStart = direction === -1 && element.scrollLeft <= 2;
    element.scrollTo({
      left: atEnd ? 0 : atStart ? end : element.scrollLeft + direction * step,
      behavior: 'smooth',
    });
  }

  if (Children.count(children) === 1)
    return (
      <section aria-label={label} className="flex max-w-text">
        {children}
      </section>
    );

  const arrow =
    'grid size-11 place-items-center rounded-full border border-line bg-surface text-ink shadow-card hover:bg-brand-soft';
  return (
    <section aria-roledescription="carousel" aria-label={label}>
      <ul
        ref={track}
        // A scrollable list must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling region
        tabIndex={0}
        aria-label={`${label}, scrollable`}
        className={classNames('slides -mx-1 px-1 py-2', className)}
      >
        {Children.map(children, (child) => (
          <li className="flex">{child}</li>
        ))}
      </ul>
      {/* Hidden by `invisible`, so that the elements below do not move. */}
      <div className={classNames('mt-4 flex justify-end gap-2', fits && 'invisible')}>
        <button type="button" className={arrow} onClick={() => move(-1)} aria-label={`Previous: ${label}`}>
          <ChevronLeft aria-hidden="true" />
        </button>
        <button type="button" className={arrow} onClick={() => move(1)} aria-label={`Next: ${label}`}>
          <ChevronRight aria-hidden="true" />
        </button>
      </div>
    </section>
  );
}
