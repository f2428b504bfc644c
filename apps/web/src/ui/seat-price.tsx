import { formatRupees, formatWithGst, gstPercent, paiseOf } from '@meridian/contracts/enrolment/pricing';
import { classNames } from '@meridian/ui/class-names';

/**
 * Price of a seat in up to three lines: the price with GST, the fee plus GST, and the saving on a higher list
 * price.
 * @param fee rupees
 * @param original list price in rupees
 * @param percentOff stated discount; computed from both fees if absent
 */
export function SeatPrice({
  fee,
  original,
  percentOff,
  size = 'text-2xl',
}: {
  fee: number;
  original?: number | null;
  percentOff?: number;
  size?: 'text-lg' | 'text-xl' | 'text-2xl' | 'text-3xl';
}) {
  const isReduced = original != null && original > fee;
  const percent = percentOff ?? (isReduced ? Math.round((1 - fee / original) * 100) : 0);
  return (
    <p className="leading-snug">
      <span className="block">
        <strong className={classNames('font-display', size)}>{formatWithGst(fee)}</strong>{' '}
        <span className="text-sm whitespace-nowrap text-ink-soft">incl. GST</span>
      </span>
      <span className="block text-sm text-ink-soft">
        {isReduced ? (
          <s className="mr-1.5">
            <span className="sr-only">list price before GST: </span>
            <span>{formatRupees(original)}</span>
          </s>
        ) : null}
        <span>{formatRupees(fee)}</span> + {gstPercent}% GST
      </span>
      {percent > 0 ? (
        <span className="mt-1 block text-sm font-semibold text-accent-strong">
          {percent}% off
          {isReduced ? `: you save ${formatWithGst((paiseOf(original) - paiseOf(fee)) / 100)} incl. GST` : ''}
        </span>
      ) : null}
    </p>
  );
}
