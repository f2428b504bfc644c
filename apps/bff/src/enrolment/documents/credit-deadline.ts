/**
 * The last day on which a credit note reduces the tax of a supply: section 34(2) of the CGST Act. A change of
 * the law adds a row.
 */

import { dayInIndia } from '@meridian/contracts/india-time';

interface Deadline {
  /** First day of the supplies to which the deadline applies, `YYYY-MM-DD`. */
  from: string;
  /** Month and day after the end of the financial year. */
  last: string;
}

/** Oldest first. Before the Finance Act 2022, the deadline was the due date of the return for September. */
const deadlines: readonly Deadline[] = [
  { from: '2017-07-01', last: '10-20' },
  { from: '2021-04-01', last: '11-30' },
];

/**
 * @returns the last day, `YYYY-MM-DD`
 * @throws RangeError for a day before GST was introduced
 */
function lastCreditDay(suppliedOn: string): string {
  const rule = deadlines.findLast(({ from }) => from <= suppliedOn);
  if (!rule) throw new RangeError(`there was no GST on ${suppliedOn}`);
  const endsIn = Number(suppliedOn.slice(0, 4)) + (suppliedOn.slice(5, 7) < '04' ? 0 : 1);
  return `${endsIn}-${rule.last}`;
}

/**
 * An annual return that is furnished earlier also ends the period. This product does not know about such a
 * return.
 *
 * @param paidAt when the tax became due
 * @returns true if a credit note issued at `now` does not reduce the tax
 * @throws RangeError for a payment before GST was introduced
 */
export function isCreditLate(paidAt: Date, now: Date): boolean {
  return dayInIndia(now) > lastCreditDay(dayInIndia(paidAt));
}
