/** Moments in India, with the day spelled out. */
const zone = 'Asia/Kolkata';
const day = new Intl.DateTimeFormat('en-IN', {
  ...{ timeZone: zone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
});
const time = new Intl.DateTimeFormat('en-IN', {
  ...{ timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
});
const shortDay = new Intl.DateTimeFormat('en-IN', { timeZone: zone, day: 'numeric', month: 'short' });

export function momentText(iso: string): string {
  const moment = new Date(iso);
  return `${day.format(moment)}, ${time.format(moment)} IST`;
}

/** @param date `YYYY-MM-DD` */
export const dayText = (date: string): string => day.format(new Date(`${date}T12:00:00+05:30`));

/** @param short for lists: day and time; the whole is its title */
export function Moment({ iso, short = false }: { iso: string; short?: boolean }) {
  const moment = new Date(iso);
  const text = short ? `${shortDay.format(moment)}, ${time.format(moment)}` : momentText(iso);
  return (
    <time dateTime={iso} title={momentText(iso)} className="whitespace-nowrap tabular-nums">
      {text}
    </time>
  );
}
