import type { Queue, QueueOptions } from 'pg-boss';

type Options = Omit<Queue, 'name' | 'policy' | 'partition'>;

/** All queues. A job contains only the id of a row, which describes the work. */
export const queueNames = [
  'forward-lead',
  'deliver-lead',
  'book-order',
  'change-booking',
  'send-refunds',
  'issue-documents',
  'render-document',
  'send-mail',
  'push-opt-out',
  'erase-copies',
  'run-operation',
] as const;
export type QueueName = (typeof queueNames)[number];

/** Dead-letter queue. Its jobs are kept until an operator retries or cancels them. */
export const deadJobsQueue = 'dead-jobs';

const hourSeconds = 3_600;

/**
 * Options of all queues. Ended jobs are deleted after an hour, because the state is in the tables, not in the
 * queue.
 */
const shared: Options = {
  // Above the time-outs of all handlers except `run-operation`: a job that is active for longer belongs to a
  // dead process.
  expireInSeconds: 120,
  deleteAfterSeconds: hourSeconds,
  retentionSeconds: 14 * 24 * hourSeconds,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 900,
  deadLetter: deadJobsQueue,
};

export const deadJobsOptions: QueueOptions = {
  deleteAfterSeconds: hourSeconds,
  retentionSeconds: 90 * 24 * hourSeconds,
};

export const queueOptions: Record<QueueName, Options> = {
  // The ledger of leads plans the attempts of these two queues. The queue retries only if the handler crashed
  // or could not store a result.
  'forward-lead': { ...shared, retryLimit: 20 },
  'deliver-lead': { ...shared, retryLimit: 20 },
  // Captured money: retried until the order is booked or has a case for an operator.
  'book-order': { ...shared, retryLimit: 1_300 },
  // The reconciler re-enqueues changes that are still due. A change that the upstream refuses or does not
  // support has a case.
  'change-booking': { ...shared, retryLimit: 100 },
  // Owed money: retried until the provider answers. A case is opened after an hour.
  'send-refunds': { ...shared, retryLimit: 1_300 },
  // A scheduled job also picks up requested documents that were not issued.
  'issue-documents': { ...shared, retryLimit: 20 },
  'render-document': { ...shared, retryLimit: 20 },
  // Only wakes the sender, which also finds due emails automatically.
  'send-mail': { ...shared, retryLimit: 2 },
  // Retried for about a day; then a scheduled job picks up the rest.
  'push-opt-out': { ...shared, retryLimit: 100 },
  // Retried for about a day. Before the last retry a case is opened.
  'erase-copies': { ...shared, retryLimit: 100 },
  // The lease is in the row. A second job is retried until the first one has ended or its process is dead.
  'run-operation': { ...shared, retryLimit: 50 },
};
