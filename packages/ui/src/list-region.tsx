import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/**
 * Region of a filtered list. It keeps its height while loading, against layout shift. It is dimmed while it
 * shows the previous list.
 */
export function ListRegion({
  outdated = false,
  loading,
  children,
}: {
  /** True if the list does not match the filters yet. */
  outdated?: boolean;
  /** True if there is no list to show yet. */
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
