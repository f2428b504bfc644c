import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { eraseOldOrders } from './erasure/retention.ts';

/** Starts the retention of orders. */
export async function startOrderWorkers(deps: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
  /** Days after which the contact details of a completed order are erased. */
  retentionDays: number;
  log: Pick<FastifyBaseLogger, 'info'>;
}): Promise<void> {
  const { jobs, database, retentionDays, log } = deps;
  await jobs.every('erase-orders', '40 3 * * *', async () => {
    const ordersChanged = await eraseOldOrders({ database, retentionDays, now: () => new Date() });
    log.info({ ordersChanged }, 'retention: contact details of orders erased');
  });
}
