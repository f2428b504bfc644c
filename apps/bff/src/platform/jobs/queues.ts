import type { Queue, QueueOptions } from 'pg-boss';

type Options = Omit<Queue, 'name' | 'policy' | 'partition'>;

/** Every queue. A job carries only the id of a row that says what is to be done. */
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

/** Dead-letter queue: kept until an operator retries or drops the job. */
export const deadJobsQueue = 'dead-jobs';

const hourSeconds = 3_600;

/** Short retention: the tables are the record, not the queue. */
const shared: Options = {
  // Far above the handlers' own time-outs: a job still active after it belongs to a dead process.
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
  // The ledger plans the attempts of these two; a retry here only follows a crash of the handler.
  'forward-lead': { ...shared, retryLimit: 20 },
  'deliver-lead': { ...shared, retryLimit: 20 },
  // Captured money: retried until it is booked or handed to the operator.
  'book-order': { ...shared, retryLimit: 1_300 },
  // The reconciler re-enqueues unreported changes. Their case stays open until then.
  'change-booking': { ...shared, retryLimit: 100 },
  // Owed money: retried until the provider answers; its case is open after an hour.
  'send-refunds': { ...shared, retryLimit: 1_300 },
  // A scheduled job also picks up requested documents that were not issued.
  'issue-documents': { ...shared, retryLimit: 20 },
  'render-document': { ...shared, retryLimit: 20 },
  // It only wakes the sender, which finds what is due automatically as well.
  'send-mail': { ...shared, retryLimit: 2 },
  // About a day; a scheduled job picks up the rest.
  'push-opt-out': { ...shared, retryLimit: 100 },
  // About a day; before its end a case is open.
  'erase-copies': { ...shared, retryLimit: 100 },
  // Its row has the lease: a second job waits here until the first one has ended, or has crashed.
  'run-operation': { ...shared, retryLimit: 50 },
};
