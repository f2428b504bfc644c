import { type RefObject, useEffect, useId, useState } from 'react';
import { afterPaint } from './after-paint.ts';
import { Button } from './button.tsx';
import { focusNewItems } from './focus-new-items.ts';
import { Notice } from './notice.tsx';

/**
 * The number of items shown, the "View More" button and the last error. Focuses the first new item of `list`.
 */
export function ViewMore({
  list,
  shown,
  total,
  what,
  busy,
  failure,
  onMore,
}: {
  /** Container of the items. */
  list: RefObject<HTMLElement | null>;
  shown: number;
  total: number;
  /** Plural noun for the items. */
  what: string;
  busy: boolean;
  failure?: string;
  onMore(): void;
}) {
  const countId = useId();
  const [requested, setAsked] = useState(false);
  // `onMore` is called after the busy button is painted.
  useEffect(() => {
    if (!requested) return;
    return afterPaint(() => {
      setAsked(false);
      onMore();
    });
  }, [requested]);
  return (
    <div className="mt-5 grid gap-3 print:hidden">
      {failure ? (
        <div role="alert">
          <Notice>{failure}</Notice>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          tone="outline"
          busy={busy || requested}
          onClick={(event) => {
            if (list.current) focusNewItems(list.current, event.currentTarget);
            setAsked(true);
          }}
          aria-describedby={countId}
        >
          View More
        </Button>
        <p id={countId} role="status" className="text-sm text-ink-soft">
          {shown} of {total} {what} shown
        </p>
      </div>
    </div>
  );
}
