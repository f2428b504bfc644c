/** Takes the next number of a series. */
import { dayInIndia } from '@meridian/contracts/india-time';
import { sql, type Transaction } from 'kysely';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { documentNumber, financialYearOf } from './document-number.ts';

/** The period of a number or note ended while the transaction waited for the counter; run it again. */
export class PeriodEndedError extends Error {
  readonly code = 'period_ended';
  readonly retry = true;
  /** The time of the number, which the next attempt must not precede. */
  readonly at: Date;

  constructor(message: string, at: Date) {
    super(message);
    this.at = at;
  }
}

export interface TakenNumber {
  number: string;
  series: string;
  financialYear: string;
  serial: number;
  issuedAt: Date;
  /** `YYYY-MM-DD` in India. */
  issuedOn: string;
}

/**
 * Takes a number from the counter's row and holds its lock until the transaction ends: a rollback returns the number, so
 * there are no gaps. The time is read under the lock and never goes back, so that dates rise with numbers.
 *
 * @throws PeriodEndedError
 */
export async function takeNumber(transaction: Transaction<Database>, series: string): Promise<TakenNumber> {
  const financialYear = financialYearOf(dayInIndia(await readClock(transaction)));
  await transaction
    .insertInto('invoice_counters')
    .values({ series, financial_year: financialYear, last_number: 0, last_issued_at: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const taken = await transaction
    .updateTable('invoice_counters')
    .set({
      last_number: sql<number>`last_number + 1`,
      last_issued_at: sql<Date>`greatest(last_issued_at, clock_timestamp())`,
    })
    .where('series', '=', series)
    .where('financial_year', '=', financialYear)
    .returning(['last_number', 'last_issued_at'])
    .executeTakeFirstOrThrow();
  const issuedOn = dayInIndia(taken.last_issued_at);
  if (financialYearOf(issuedOn) !== financialYear)
    throw new PeriodEndedError('the financial year has ended', taken.last_issued_at);
  const serial = taken.last_number;
  const number = documentNumber(series, financialYear, serial);
  return { number, series, financialYear, serial, issuedAt: taken.last_issued_at, issuedOn };
}
