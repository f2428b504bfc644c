import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/**
 * The place of a list that its controls narrow. While the new list is on its way the place keeps the height of the
 * former one, so that nothing below it moves, and while it still shows the former list it is pale.
 */
export function ListStage({
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
