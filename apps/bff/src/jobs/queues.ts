import type { Queue, QueueOptions } from 'pg-boss';

type Options = Omit<Queue, 'name' | 'policy' | 'partition'>;

/** Every queue. A job carries only the id of a row that says what is to be done. */
export const queueNames = ['forward-lead', 'deliver-lead', 'book-order', 'change-booking'] as const;
export type QueueName = (typeof queueNames)[number];

/** What came to nothing with every try: kept for the operator, who has it run again or gives it up. */
export const deadJobsQueue = 'dead-jobs';

const hourSeconds = 3_600;

/** Shared by all queues: the tables of the capabilities are the record, so finished jobs go soon. */
const shared: Options = {
  // A handler's own time-outs are far below it; what is still active after it belongs to a dead process.
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
  // The ledger keeps these two's time-table; a retry here only follows a handler that broke.
  'forward-lead': { ...shared, retryLimit: 20 },
  'deliver-lead': { ...shared, retryLimit: 20 },
  // Money is waiting: try on until it is booked, or handed to the operator by the handler.
  'book-order': { ...shared, retryLimit: 1_300 },
  // The reconciler makes jobs for what is still to be told; its case is open meanwhile.
  'change-booking': { ...shared, retryLimit: 100 },
};
