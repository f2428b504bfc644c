/** Moments in India, with the day spelled out. By arithmetic: `Intl` costs a list's first screen a tenth of its time. */
import { timeInIndia } from '@meridian/contracts/india-time';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

function partsOf(timestamp: Date) {
  const text = timeInIndia(timestamp.getTime());
  const date = text.slice(0, 10);
  const weekday = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()];
  const shortDay = `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]}`;
  return { day: `${weekday}, ${shortDay}, ${date.slice(0, 4)}`, shortDay, time: text.slice(11, 16) };
}

/** @param date `YYYY-MM-DD` */
export const dayText = (date: string): string => partsOf(new Date(`${date}T12:00:00+05:30`)).day;

const dayMs = 24 * 60 * 60_000;
const midnight = (date: string) => Date.parse(`${date}T00:00:00+05:30`);

/** @param date `YYYY-MM-DD` @returns days in India from today; negative once it is over */
export function daysUntil(date: string): number {
  const today = timeInIndia(Date.now()).slice(0, 10);
  return Math.round((midnight(date) - midnight(today)) / dayMs);
}

/** @param short for lists: day and time; the whole is its title */
export function Timestamp({ iso, short = false }: { iso: string; short?: boolean }) {
  const { day, shortDay, time } = partsOf(new Date(iso));
  const whole = `${day}, ${time} IST`;
  return (
    <time dateTime={iso} title={whole} className="whitespace-nowrap tabular-nums">
      {short ? `${shortDay}, ${time}` : whole}
    </time>
  );
}
