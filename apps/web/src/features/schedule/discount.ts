import { seatFee } from '@meridian/contracts/checkout/pricing';
import type { Batch } from '@meridian/contracts/schedule/batch';

type Fees = Pick<Batch, 'price_off' | 'fee' | 'discount_fee'>;

/** What one seat costs, the fee before the discount where it is higher, and the discount in whole per cent. */
export interface SeatPrice {
  /** Rupees; null where the batch states no readable fee. */
  feeRupees: number | null;
  originalRupees: number | null;
  /** 0 where there is no discount. */
  percentOff: number;
}

/**
 * The price of a seat as a batch card shows it. The discount is the one that the batch states, else it follows from
 * its two fees.
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
