import { classNames } from './class-names.ts';
import { Check } from './icons.tsx';

/** List with tick marks. */
export function TickList({
  items,
  tone = 'brand',
  className,
}: {
  items: readonly string[];
  /** Colour of the ticks: `accent` on dark backgrounds. */
  tone?: 'brand' | 'accent';
  className?: string;
}) {
  return (
    <ul className={classNames('grid gap-3', className)}>
      {items.map((item, index) => (
        <li key={`${index}-${item}`} className="flex gap-3">
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className={classNames('mt-1 size-5 shrink-0', tone === 'accent' ? 'text-accent' : 'text-brand')}
          />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
