/** Starts the jobs that enqueue mails about orders, cases and sold-out batches. */

import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { PricingServices } from '../pricing/priced-offer.ts';
import { enqueueAbandonedMails } from './enqueue-abandoned-mails.ts';
import { enqueueCaseAlerts } from './enqueue-case-alerts.ts';
import { enqueueReminders } from './enqueue-reminders.ts';
import { enqueueSellOutAlerts } from './enqueue-sell-out-alerts.ts';

const remindSeconds = 60;
const casesSeconds = 30;
const sellOutsSeconds = 60;

const abandonedSeconds = 10 * 60;

/**
 * Starts the job that enqueues mails about abandoned checkouts. Call it only if the privacy notice at the
 * form covers these mails.
 */
export async function startAbandonedMails(
  deps: PricingServices & {
    jobs: Pick<Jobs, 'every' | 'enqueue'>;
    log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  },
): Promise<void> {
  const { jobs, log } = deps;
  await jobs.every('note-unfinished', abandonedSeconds, async () => {
    const mails = await enqueueAbandonedMails({ ...deps, abandoned: { isOn: true } });
    if (mails > 0) log.info({ mails }, 'reminders of abandoned checkouts enqueued');
  });
}

/** Starts the jobs that enqueue reminders and alerts. Call it only in a process that runs jobs. */
export async function startOrderMailWorkers(deps: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
  publicUrl: string;
  /** Origin of the console, if there is one. */
  consoleUrl: string | undefined;
  log: Pick<FastifyBaseLogger, 'info'>;
}): Promise<void> {
  const { jobs, database, publicUrl, consoleUrl, log } = deps;
  await jobs.every('note-reminders', remindSeconds, async () => {
    const mails = await enqueueReminders(database);
    if (mails > 0) log.info({ mails }, 'reminders enqueued');
  });
  await jobs.every('alert-cases', casesSeconds, async () => {
    const mails = await enqueueCaseAlerts(database, publicUrl, consoleUrl);
    if (mails > 0) log.info({ mails }, 'operators notified of cases');
  });
  await jobs.every('alert-sell-outs', sellOutsSeconds, async () => {
    const mails = await enqueueSellOutAlerts(database, consoleUrl ?? publicUrl);
    if (mails > 0) log.info({ mails }, 'operators notified of sold-out batches');
  });
}
