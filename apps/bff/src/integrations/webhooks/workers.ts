import { ago } from '../../platform/database/clock.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type DeliveryDependencies, deliverDue } from './deliver.ts';

const sendSeconds = 5;
const dayMs = 24 * 60 * 60_000;
/** Retention of events and their log, delivered or not. */
const retentionDays = 30;

/** Deletes events that are older than 30 days, with their deliveries and attempts. */
export async function deleteOldWebhooks({ database }: Pick<DeliveryDependencies, 'database'>): Promise<void> {
  await database
    .deleteFrom('webhook_messages')
    .where('created_at', '<', ago(retentionDays * dayMs))
    .execute();
}

/** Starts the jobs that send due deliveries and delete old events. Call in a process that runs jobs. */
export async function startWebhookWorkers(
  deps: DeliveryDependencies & { jobs: Pick<Jobs, 'every'> },
): Promise<void> {
  await deps.jobs.every('send-webhooks', sendSeconds, () => deliverDue(deps));
  await deps.jobs.every('delete-webhooks', '20 4 * * *', () => deleteOldWebhooks(deps));
}
