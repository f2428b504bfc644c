/** Timestamps in IST, and days until a date in India. */
import { formatDate, formatTime, formatTimestamp } from '@meridian/contracts/format-time';
import { timeInIndia } from '@meridian/contracts/india-time';

const dayMs = 24 * 60 * 60_000;
const midnight = (date: string) => Date.parse(`${date}T00:00:00+05:30`);

/** @param date `YYYY-MM-DD` @returns days from today in India; negative for a past date */
export function daysUntil(date: string): number {
  const today = timeInIndia(Date.now()).slice(0, 10);
  return Math.round((midnight(date) - midnight(today)) / dayMs);
}

/** @param short true in table columns titled "(IST)": `28 Nov, 9:30 am`, with the full text as tooltip */
export function Timestamp({ iso, short = false }: { iso: string; short?: boolean }) {
  const inIndia = timeInIndia(Date.parse(iso));
  const whole = formatTimestamp(iso);
  const day = formatDate(inIndia).replace(/ \d+$/, '');
  return (
    <time dateTime={iso} title={whole} className="whitespace-nowrap tabular-nums">
      {short ? `${day}, ${formatTime(inIndia.slice(11))}` : whole}
    </time>
  );
}
