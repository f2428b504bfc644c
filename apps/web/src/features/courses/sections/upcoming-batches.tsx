import { formatDate, formatTime } from '@meridian/contracts/format-time';
import type { UpcomingBatch } from '@meridian/contracts/site/schedule/batch';
import { useLiveSeats } from '../../seats/public.ts';

interface UpcomingBatchesProps {
  batches: readonly UpcomingBatch[];
  courseId: number;
  courseName: string;
}

/** The dates and times of the next batches. */
export function UpcomingBatches({ batches, courseId, courseName }: UpcomingBatchesProps) {
  const live = useLiveSeats(courseId);
  if (batches.length === 0) return null;
  return (
    <div>
      <h4 className="mb-3 font-semibold">Upcoming batches</h4>
      <ul className="grid gap-2">
        {batches.map((batch) => (
          <li key={batch.id} className="relative rounded-md border border-line bg-paper px-4 py-2.5 text-sm">
            {live?.note(batch.id, 'absolute -top-3.5 right-3', {
              courseId,
              courseName,
              seats: 1,
              when: formatDate(batch.start_date),
            })}
            <strong className="block">
              <time dateTime={batch.start_date}>{formatDate(batch.start_date)}</time>
              {batch.end_date && batch.end_date !== batch.start_date ? (
                <>
                  {' '}
                  to <time dateTime={batch.end_date}>{formatDate(batch.end_date)}</time>
                </>
              ) : null}
            </strong>
            <span className="text-ink-soft">
              {formatTime(batch.start_time)} to {formatTime(batch.end_time)} IST
              {batch.day_type ? <span className="capitalize"> · {batch.day_type}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
