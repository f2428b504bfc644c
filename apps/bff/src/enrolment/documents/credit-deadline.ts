/** Until when a credit note reduces the tax of a supply: section 34(2) of the CGST Act. A change of law is a further row. */

import { dayInIndia } from '@meridian/contracts/india-time';

interface Deadline {
  /** First day of supplies that it holds for, `YYYY-MM-DD`. */
  from: string;
  /** Month and day after the end of the financial year. */
  last: string;
}

/** Oldest first. Before the Finance Act 2022 it was the day on which the return for September was due. */
const deadlines: readonly Deadline[] = [
  { from: '2017-07-01', last: '10-20' },
  { from: '2021-04-01', last: '11-30' },
];

/** @returns the last day, `YYYY-MM-DD` @throws RangeError for a day before the tax */
function lastCreditDay(suppliedOn: string): string {
  const rule = deadlines.findLast(({ from }) => from <= suppliedOn);
  if (!rule) throw new RangeError(`there was no GST on ${suppliedOn}`);
  const endsIn = Number(suppliedOn.slice(0, 4)) + (suppliedOn.slice(5, 7) < '04' ? 0 : 1);
  return `${endsIn}-${rule.last}`;
}

/**
 * An annual return that is furnished earlier ends the time too; this product does not know of it.
 *
 * @param paidAt when the tax became due
 * @returns true if a credit note of `now` does not reduce the tax
 * @throws RangeError for a payment before the tax
 */
export function isCreditLate(paidAt: Date, now: Date): boolean {
  return dayInIndia(now) > lastCreditDay(dayInIndia(paidAt));
}
