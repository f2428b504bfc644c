import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type FinishDependencies, finishCallOffs } from './calling-off/finish-call-offs.ts';
import { type CompareDependencies, compareBatches } from './compare-batches.ts';
import { notifyJoining } from './joining.ts';

const joiningSeconds = 60;
const callOffSeconds = 60;

/**
 * Starts the jobs that compare batches, finish calling off batches, and send joining instructions. Call it
 * only in a process that runs jobs.
 */
export async function startBatchWorkers(
  deps: Omit<CompareDependencies & FinishDependencies, 'jobs' | 'now'> & {
    jobs: Pick<Jobs, 'every' | 'enqueue'>;
  },
): Promise<void> {
  const { jobs, log } = deps;
  await jobs.every('compare-batches', '10 2 * * *', async () => {
    const { compared, unread, opened, over } = await compareBatches({ ...deps, now: () => new Date() });
    log.info({ batches: compared, unread, opened, over }, 'sold batches compared with the upstream');
  });
  await jobs.every('finish-call-offs', callOffSeconds, async () => {
    await finishCallOffs(deps);
  });
  // Enqueues mails about instructions if the process that set the instructions was killed before it enqueued
  // them.
  await jobs.every('notify-joining', joiningSeconds, async () => {
    await notifyJoining(deps);
  });
}
