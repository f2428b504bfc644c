import { formatDay, formatTime } from '@meridian/contracts/format-time';
import { classNames } from '@meridian/ui/class-names';
import { CalendarDays, Clock } from '@meridian/ui/icons';

interface Times {
  start_date: string;
  end_date: string;
  start_time: string;
  end_time: string;
}

/** The days and times of a batch, in IST. */
export function BatchTimes({ batch, className }: { batch: Times; className?: string }) {
  const { start_date, end_date, start_time, end_time } = batch;
  const line = 'flex items-start gap-2.5';
  const icon = 'mt-1 size-4 shrink-0 text-brand';
  return (
    <ul className={classNames('grid gap-1', className)}>
      <li className={line}>
        <CalendarDays aria-hidden="true" className={icon} />
        <span>
          <time dateTime={start_date}>{formatDay(start_date)}</time>
          {end_date && end_date !== start_date ? (
            <>
              {' to '}
              <time dateTime={end_date}>{formatDay(end_date)}</time>
            </>
          ) : null}
        </span>
      </li>
      {start_time ? (
        <li className={line}>
          <Clock aria-hidden="true" className={icon} />
          <span>
            {formatTime(start_time)}
            {end_time ? ` to ${formatTime(end_time)}` : ''} IST
          </span>
        </li>
      ) : null}
    </ul>
  );
}
