import { useId } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** The next page of a list: how much of it is shown, the button for more, and what went wrong with the last try. */
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
  return (
    <div className="mt-5 grid gap-3">
      {failure ? (
        <div role="alert">
          <Notice>{failure}</Notice>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button tone="outline" busy={busy} onClick={onMore} aria-describedby={countId}>
          View More
        </Button>
        <p id={countId} role="status" className="text-sm text-ink-soft">
          {shown} of {total} {what} shown
        </p>
      </div>
    </div>
  );
}
