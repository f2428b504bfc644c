import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/**
 * Region of a filtered list. While the list loads, the region keeps its height, against layout shift. While
 * `outdated`, the region is dimmed.
 */
export function ListRegion({
  outdated = false,
  loading,
  children,
}: {
  /** True while the region still shows the list of the previous filters. */
  outdated?: boolean;
  /** True while there is no list to show. */
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
