import type { RawBuilder } from 'kysely';
import type { EnqueueOptions, Jobs } from '../../../platform/jobs/jobs.ts';

/**
 * Enqueues a delivery job. One job delivers all due leads, not only the lead with its id.
 * @param ids leads due after `startAfterSeconds`; no job if empty
 */
export async function enqueueDelivery(
  jobs: Pick<Jobs, 'enqueue'>,
  ids: readonly string[],
  options: EnqueueOptions,
): Promise<void> {
  await jobs.enqueue('deliver-lead', ids.slice(0, 1), options);
}

/** The enqueueing as a CTE, for the statement that makes leads due. */
export function deliveryJob(jobs: Pick<Jobs, 'insertOf'>, id: string): Promise<RawBuilder<unknown>> {
  return jobs.insertOf('deliver-lead', id);
}
