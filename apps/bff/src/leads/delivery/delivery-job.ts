import type { RawBuilder } from 'kysely';
import type { EnqueueOptions, Jobs } from '../../jobs/jobs.ts';

/**
 * Has leads delivered. One job does for all of them: whoever gets it delivers all that is due in the ledger.
 *
 * @param ids leads that are due, or will be after `startAfterSeconds`; without any there is no job
 */
export async function enqueueDelivery(
  jobs: Pick<Jobs, 'enqueue'>,
  ids: readonly string[],
  options: EnqueueOptions,
): Promise<void> {
  await jobs.enqueue('deliver-lead', ids.slice(0, 1), options);
}

/** The same as a part of the statement that makes leads due. */
export function deliveryJob(jobs: Pick<Jobs, 'insertOf'>, id: string): Promise<RawBuilder<unknown>> {
  return jobs.insertOf('deliver-lead', id);
}
