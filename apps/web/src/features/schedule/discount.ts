import { seatFee } from '@meridian/contracts/enrolment/pricing';
import type { Batch } from '@meridian/contracts/site/schedule/batch';

type Fees = Pick<Batch, 'price_off' | 'fee' | 'discount_fee'>;

/** The price of a seat, the higher fee before the discount, and the discount in whole per cent. */
export interface SeatPrice {
  /** Rupees; null if the fee cannot be read. */
  feeRupees: number | null;
  originalRupees: number | null;
  /** 0 if there is no discount. */
  percentOff: number;
}

/**
 * The price of a seat on a batch card, with the discount that the upstream states. If it states none, the
 * discount is computed from the two fees.
 */
export function seatPriceOf(batch: Fees): SeatPrice {
  const feeRupees = seatFee(batch);
  const discounted = feeRupees !== null && batch.fee !== null && batch.fee > feeRupees;
  const computed = discounted && batch.fee ? Math.round((1 - feeRupees / batch.fee) * 100) : 0;
  return {
    feeRupees,
    originalRupees: discounted ? batch.fee : null,
    percentOff: Math.round(batch.price_off ?? computed),
  };
}
