import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { deleteOldClasses } from './erasure/erase-training.ts';
import { inviteFeedback } from './feedback/invite.ts';

const inviteSeconds = 10 * 60;

/** Starts the scheduled jobs of training. Call in a process that runs jobs. */
export async function startTrainingWorkers({
  jobs,
  database,
  retentionDays,
  publicUrl,
  log,
}: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
  retentionDays: number;
  publicUrl: string;
  log: Pick<FastifyBaseLogger, 'info'>;
}): Promise<void> {
  await jobs.every('erase-classes', '45 3 * * *', () => deleteOldClasses(database, retentionDays));
  await jobs.every('invite-feedback', inviteSeconds, async () => {
    const mails = await inviteFeedback(database, publicUrl);
    if (mails > 0) log.info({ mails }, 'emails that ask for feedback were enqueued');
  });
}
