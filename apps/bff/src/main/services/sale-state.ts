/**
 * The state of sales and the terms that pages show. It is in memory, because pages are also rendered while
 * the database is unavailable.
 */
import type { SalesOfPages } from '@meridian/contracts/site/renderer';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { readCurrentTerms } from '../../enrolment/orders/terms-versions.ts';
import { readSales } from '../../enrolment/seats/sales.ts';
import type { Database } from '../../platform/database/database.ts';
import type { PublishedTerms } from '../../site/catalogue/text-writer.ts';

export interface SaleState {
  /** Closed until the database has answered; visitors can still send enquiries. */
  sales(): SalesOfPages;
  /** Undefined until the database has answered. */
  terms(): PublishedTerms | undefined;
  /**
   * Reads the sales and the terms again. Keeps the last state if the database does not answer. Never throws.
   */
  refresh(): Promise<void>;
}

export function createSaleState(database: Kysely<Database>, log: Pick<FastifyBaseLogger, 'warn'>): SaleState {
  let sales: SalesOfPages = { isOpen: false, since: '' };
  let terms: PublishedTerms | undefined;
  async function read(): Promise<void> {
    try {
      const [state, current] = await Promise.all([readSales(database), readCurrentTerms(database)]);
      sales = { isOpen: state.isOpen, since: state.since.toISOString() };
      terms = current;
    } catch (error) {
      log.warn({ err: error }, 'the state of sales and the terms could not be read');
    }
  }
  // Reads run one after the other, so that the last result is the newest.
  let reading = Promise.resolve();
  return {
    sales: () => sales,
    terms: () => terms,
    refresh() {
      reading = reading.then(read);
      return reading;
    },
  };
}
