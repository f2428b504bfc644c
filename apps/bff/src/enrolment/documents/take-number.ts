import { dayInIndia } from '@meridian/contracts/india-time';
import { sql, type Transaction } from 'kysely';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import { allSeries, documentNumber, financialYearOf } from './document-number.ts';

const yearMs = 365 * 86_400_000;

/**
 * Thrown if the financial year or the credit period ended while the transaction waited for the counter. The
 * caller runs the transaction again.
 */
export class PeriodEndedError extends Error {
  readonly code = 'period_ended';
  readonly retry = true;
  /** The time of the number. The next attempt must not be earlier. */
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

async function ensureCounter(
  transaction: Transaction<Database>,
  series: string,
  financialYear: string,
): Promise<void> {
  await transaction
    .insertInto('invoice_counters')
    .values({ series, financial_year: financialYear, last_number: 0, last_issued_at: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Takes a number from the counter's row and keeps the row locked until the transaction ends. A rollback
 * returns the number, so there are no gaps. The time is read under the lock and never goes back, so dates
 * rise with numbers.
 *
 * @throws PeriodEndedError
 */
export async function takeNumber(transaction: Transaction<Database>, series: string): Promise<TakenNumber> {
  const financialYear = financialYearOf(dayInIndia(await readClock(transaction)));
  await ensureCounter(transaction, series, financialYear);
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

/**
 * Sets the number of the first document of a series in a financial year. Allowed only before a document is
 * issued.
 *
 * @param number the complete number, for example `MA/2627/000501`
 * @param prefix prefix of this supplier's series
 * @throws Refusal `invalid` for another series, for a financial year that is not the current or the next one,
 * or for number 0; `conflict` once a document is issued
 */
export async function setFirstNumber(
  transaction: Transaction<Database>,
  number: string,
  prefix: string,
): Promise<{ series: string; financialYear: string; isChanged: boolean }> {
  const [series = '', financialYear = '', digits = ''] = number.split('/');
  const first = Number(digits);
  const own = allSeries(prefix);
  if (!own.includes(series))
    throw invalidField('series_unknown', 'number', `Enter a number of one of the series ${own.join(', ')}`);
  const now = await readClock(transaction);
  const years = [now, new Date(now.getTime() + yearMs)].map((at) => financialYearOf(dayInIndia(at)));
  if (!years.includes(financialYear))
    throw invalidField(
      'year_other',
      'number',
      `Enter the current financial year, ${years[0]}, or the next one, ${years[1]}`,
    );
  if (first === 0) throw invalidField('number_zero', 'number', 'Numbers begin with 000001');
  await ensureCounter(transaction, series, financialYear);
  const counter = await transaction
    .selectFrom('invoice_counters')
    .select(['first_number', 'last_number'])
    .where('series', '=', series)
    .where('financial_year', '=', financialYear)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (counter.last_number >= counter.first_number) {
    const last = documentNumber(series, financialYear, counter.last_number);
    const message = `${last} is already issued, so the first number can no longer be set.`;
    throw new Refusal('conflict', 'documents_issued', message, { errors: { number: [message] } });
  }
  await transaction
    .updateTable('invoice_counters')
    .set({ first_number: first, last_number: first - 1 })
    .where('series', '=', series)
    .where('financial_year', '=', financialYear)
    .execute();
  return { series, financialYear, isChanged: counter.first_number !== first };
}
