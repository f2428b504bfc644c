import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type FinishDependencies, finishCallOffs } from './calling-off/finish-call-offs.ts';
import { type CompareDependencies, compareBatches } from './compare-batches.ts';
import { notifyJoining } from './joining.ts';

const joiningSeconds = 60;
const callOffSeconds = 60;

/** To be called if this process works on jobs. */
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
  // What a process that was killed between the instructions and their mails left.
  await jobs.every('notify-joining', joiningSeconds, async () => {
    await notifyJoining(deps);
  });
}
