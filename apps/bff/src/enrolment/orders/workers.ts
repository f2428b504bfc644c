import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { CrmProvider } from '../../partners/crm/provider.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createCopyEraser } from './erasure/erasure-copies.ts';
import { clearOpenedFrom, eraseOldOrders } from './erasure/retention.ts';

/** Starts the jobs that erase old orders, and copies of erased data. */
export async function startOrderWorkers(deps: {
  jobs: Pick<Jobs, 'every' | 'work'>;
  crm: CrmProvider;
  database: Kysely<Database>;
  /** Days after which the contact details of a completed order are erased. */
  retentionDays: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}): Promise<void> {
  const { jobs, database, retentionDays, log, crm } = deps;
  const eraser = createCopyEraser({ database, crm, log });
  await jobs.work('erase-copies', { batchSize: 10, concurrency: 1 }, eraser);
  await jobs.every('erase-orders', '40 3 * * *', async () => {
    await clearOpenedFrom(database);
    const ordersChanged = await eraseOldOrders({ database, retentionDays, now: () => new Date() });
    log.info({ ordersChanged }, 'retention: contact details of orders erased');
  });
}
