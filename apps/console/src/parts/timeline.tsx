import type { TimelineEntry } from '@meridian/contracts/operators/console/timeline';
import { Timestamp } from './timestamp.tsx';

/** Events, oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="grid gap-3 border-l-2 border-line pl-4">
      {entries.map(({ at, title, detail, source }) => (
        <li key={`${at} ${title} ${detail}`}>
          <div className="font-semibold">{title}</div>
          {detail ? <div className="break-words text-ink-soft">{detail}</div> : null}
          <div className="text-xs text-ink-soft">
            <Timestamp iso={at} />
            {source ? ` · ${source}` : ''}
          </div>
        </li>
      ))}
    </ol>
  );
}
