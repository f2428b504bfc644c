import type { Jobs } from '../../platform/jobs/jobs.ts';
import { findJobQueue } from '../../platform/jobs/queue-state.ts';
import { type QueueName, queueNames } from '../../platform/jobs/queues.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import type { Actions } from './action.ts';

export interface JobActionServices {
  jobs: Pick<Jobs, 'revive' | 'cancel'>;
}

export const createJobActions = ({
  jobs,
}: JobActionServices): Pick<Actions, 'jobs.retry' | 'jobs.cancel'> => ({
  'jobs.retry': {
    async run(transaction, { id, queue }) {
      if (queue !== undefined && !queueNames.includes(queue as QueueName))
        throw invalidField(
          'queue_unknown',
          'queue',
          `Unknown queue "${queue}". Queues: ${queueNames.join(', ')}`,
        );
      const revived = await jobs.revive(id === undefined ? { queue } : { ids: [id] }, { transaction });
      if (id !== undefined && revived === 0)
        throw new Refusal('conflict', 'job_not_dead', 'No failed job has this id.');
      return {
        done: revived === 1 ? 'The job is back in its queue.' : `${revived} jobs are back in their queues.`,
        sent_back: revived,
      };
    },
    audit: ({ id, queue }, { sent_back: jobs }) => ({
      subject: { kind: 'job', id: id ?? queue ?? 'all' },
      detail: { jobs },
    }),
  },
  'jobs.cancel': {
    async run(transaction, { id }) {
      const queue = await findJobQueue(transaction, id);
      if (queue === undefined)
        throw new Refusal('conflict', 'job_not_open', 'No waiting or failed job has this id.');
      await jobs.cancel(queue, id, { transaction });
      return {
        done: 'The job is cancelled. The lead, order or other record that it refers to does not change.',
        cancelled: id,
      };
    },
    audit: ({ id }) => ({ subject: { kind: 'job', id } }),
  },
});
