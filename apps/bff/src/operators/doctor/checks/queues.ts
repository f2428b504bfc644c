import { queueDepths } from '../../../platform/jobs/queue-state.ts';
import type { DoctorContext } from '../check.ts';
import { countOf, type Finding, fault, ok, warning } from '../finding.ts';

const timeoutSeconds = 5 * 60;

/** Checks that a worker runs jobs, and that no job is dead. */
export async function checkQueues({ database }: DoctorContext): Promise<Finding> {
  const queues = await queueDepths(database());
  const standing = queues.filter(({ oldestWaitingSeconds }) => oldestWaitingSeconds > timeoutSeconds);
  if (standing.length > 0)
    return fault(
      `Jobs have been due for more than five minutes: ${standing.map(({ queue }) => queue).join(', ')}`,
      'Check that a replica with BFF_ROLE worker or all runs, and check its log for errors.',
    );
  const dead = queues.reduce((sum, queue) => sum + queue.dead, 0);
  if (dead > 0) return warning(`${countOf(dead, 'job')} failed`, '`ops queue dead` shows the reason.');
  return ok(`${countOf(queues.length, 'queue')}, no job is overdue`);
}
