import { partsOfDay } from '@meridian/contracts/format-time';

/** A decorative calendar page. The date is repeated beside it as text. */
export function DateTile({ day }: { day: string }) {
  const parts = partsOfDay(day);
  if (!parts) return null;
  const { weekday, date, month } = parts;
  return (
    <span
      aria-hidden="true"
      className="grid w-16 shrink-0 self-start overflow-hidden rounded-md border border-line bg-paper text-center text-xs font-semibold text-ink-soft"
    >
      <span className="bg-brand-soft py-0.5 text-brand-strong">{month}</span>
      <span className="pt-1 font-display text-2xl leading-none font-bold text-ink">{date}</span>
      <span className="pb-1">{weekday}</span>
    </span>
  );
}
