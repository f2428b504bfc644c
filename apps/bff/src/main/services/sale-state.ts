/** What pages state about sales, in memory: pages are rendered while the database is away, too. */
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { readSales } from '../../enrolment/seats/sales.ts';
import type { Database } from '../../platform/database/database.ts';

export interface SaleState {
  /** Closed until the database has answered: an enquiry is always possible. */
  sales(): 'open' | 'closed';
  /** Reads it again; keeps the last state if the database does not answer. Never throws. */
  refresh(): Promise<void>;
}

export function createSaleState(database: Kysely<Database>, log: Pick<FastifyBaseLogger, 'warn'>): SaleState {
  let sales: 'open' | 'closed' = 'closed';
  async function read(): Promise<void> {
    try {
      sales = (await readSales(database)).isOpen ? 'open' : 'closed';
    } catch (error) {
      log.warn({ err: error }, 'whether sales are open could not be read');
    }
  }
  // One after the other: the last answer is the newest.
  let reading = Promise.resolve();
  return {
    sales: () => sales,
    refresh() {
      reading = reading.then(read);
      return reading;
    },
  };
}
