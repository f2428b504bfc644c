import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/**
 * The region of a filtered list. It keeps its height while the next list loads, so that nothing below it shifts, and
 * is dimmed while it shows the former list.
 */
export function ListRegion({
  outdated = false,
  loading,
  children,
}: {
  /** What is shown is not yet what the controls say. */
  outdated?: boolean;
  /** There is no list to show yet. */
  loading: boolean;
  children: ReactNode;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    element.style.minHeight = loading ? `${height.current}px` : '';
    if (!loading) height.current = element.offsetHeight;
  });
  return (
    <div ref={stage} aria-busy={outdated || loading} className="min-h-[70dvh]">
      <div className={classNames(outdated && 'opacity-50')}>{children}</div>
    </div>
  );
}
