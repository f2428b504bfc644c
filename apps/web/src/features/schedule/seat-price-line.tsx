import { formatRupees } from '@meridian/contracts/enrolment/pricing';
import { TotalWithGst } from '../../ui/total-with-gst.tsx';
import type { SeatPrice } from './discount.ts';

/** Price of a seat, the price before the discount, and the discount. */
export function SeatPriceLine({ price }: { price: SeatPrice }) {
  if (price.feeRupees === null) return null;
  return (
    <p className="flex flex-wrap content-start items-baseline gap-x-2.5 gap-y-1">
      <strong className="font-display text-2xl">{formatRupees(price.feeRupees)}</strong>
      {price.originalRupees === null ? null : (
        <s className="text-ink-soft">
          <span className="sr-only">instead of </span>
          {formatRupees(price.originalRupees)}
        </s>
      )}
      {price.percentOff > 0 ? (
        <span className="rounded-sm bg-accent-soft px-2 py-0.5 text-xs font-bold text-accent-strong">
          {price.percentOff}% off
        </span>
      ) : null}
      <span className="text-xs text-ink-soft sm:w-full">a seat, plus GST</span>
      <TotalWithGst fee={price.feeRupees} original={price.originalRupees} />
    </p>
  );
}
