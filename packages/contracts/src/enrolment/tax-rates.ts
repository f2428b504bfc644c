/** GST rate and service code (SAC) by the day of supply. If the law changes, add a row. */
import { gstPercent } from './pricing.ts';

export interface TaxRate {
  /** First day of the rate, `YYYY-MM-DD`. */
  from: string;
  percent: number;
  /** 999293: commercial training and coaching services. */
  sac: string;
}

/** Oldest first. */
export const taxRates: readonly TaxRate[] = [{ from: '2017-07-01', percent: gstPercent, sac: '999293' }];

/**
 * @param day `YYYY-MM-DD` in India
 * @throws RangeError for a day before GST
 */
export function taxRateOn(day: string, rates: readonly TaxRate[] = taxRates): TaxRate {
  const rate = rates.findLast(({ from }) => from <= day);
  if (!rate) throw new RangeError(`there was no GST on ${day}`);
  return rate;
}
