import { useId, useRef } from 'react';
import { Button } from './button.tsx';
import { focusNewItems } from './focus-new-items.ts';
import { Notice } from './notice.tsx';

/**
 * The next page of the list that stands right before it: how much of it is shown, the button for more, and what went
 * wrong with the last try. The focus goes to the first new item.
 */
export function ViewMore({
  shown,
  total,
  what,
  busy,
  failure,
  onMore,
}: {
  shown: number;
  total: number;
  /** What the list holds, in the plural. */
  what: string;
  busy: boolean;
  failure?: string;
  onMore(): void;
}) {
  const countId = useId();
  const root = useRef<HTMLDivElement>(null);
  return (
    <div ref={root} className="mt-5 grid gap-3 print:hidden">
      {failure ? (
        <div role="alert">
          <Notice>{failure}</Notice>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          tone="outline"
          busy={busy}
          onClick={(event) => {
            const list = root.current?.previousElementSibling;
            if (list) focusNewItems(list, event.currentTarget);
            onMore();
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
