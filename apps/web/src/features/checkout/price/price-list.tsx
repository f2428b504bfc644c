import { formatPaise, gstPercent, type Price } from '@meridian/contracts/enrolment/pricing';

/** The parts of a price, read-only. */
export function PriceList({
  price,
  coupon,
  totalLabel = 'Total',
}: {
  price: Price & { discountPaise?: number };
  /** Code of the coupon that gives the discount. */
  coupon?: string | undefined;
  totalLabel?: string;
}) {
  const { discountPaise = 0 } = price;
  const row = 'flex items-baseline justify-between gap-4';
  return (
    <dl className="grid gap-2.5 [font-variant-numeric:tabular-nums]">
      <div className={`${row} text-ink-soft`}>
        <dt>Fee per seat</dt>
        <dd>{formatPaise(price.unitPaise)}</dd>
      </div>
      <div className={`${row} text-ink-soft`}>
        <dt>Seats</dt>
        <dd>{price.seats}</dd>
      </div>
      <div className={row}>
        <dt>Sub total</dt>
        <dd>{formatPaise(price.subTotalPaise)}</dd>
      </div>
      {discountPaise > 0 ? (
        <div className={row}>
          <dt>Discount{coupon ? ` (${coupon})` : null}</dt>
          <dd>{formatPaise(-discountPaise)}</dd>
        </div>
      ) : null}
      <div className={row}>
        <dt>GST ({gstPercent}%)</dt>
        <dd>{formatPaise(price.gstPaise)}</dd>
      </div>
      <div className={`${row} mt-1.5 border-t border-line pt-4`}>
        <dt className="text-lg font-bold">{totalLabel}</dt>
        <dd className="font-display text-2xl font-bold">{formatPaise(price.totalPaise)}</dd>
      </div>
    </dl>
  );
}
