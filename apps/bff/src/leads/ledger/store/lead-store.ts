import { type Kysely, sql } from 'kysely';
import pLimit from 'p-limit';
import { createBatcher } from '../../../platform/database/batcher.ts';
import type { Database } from '../../../platform/database/database.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { LeadAnswer } from '../answers.ts';
import type { NewLead, PendingLead, Receipt } from '../lead.ts';
import { enqueueDelivery } from './delivery-job.ts';
import { createDeliveryResults } from './delivery-results.ts';
import { createForwardResults, type OnTakenHere } from './forward-results.ts';
import { insertLeads, insertWithFile } from './insert-leads.ts';
import { releaseDeliveryLeases, takeDeliveryLeases, takeForwardLeases } from './leases.ts';
import { takeUpOverdue, wakeDelivery, wakeForward } from './overdue.ts';
import { findBySubmission } from './submission-ids.ts';
import { type Lead, type StoredLead, storedAnswer } from './tables.ts';
import { transitionSql } from './transition-sql.ts';

const maxBatch = 200;

const thanked = transitionSql(['thanked']);

/**
 * Creates the ledger of leads. Only files below `leads/ledger` write the table `leads`. Jobs, answers and the
 * operators' lists are derived from the table.
 */
export function createLeadStore(database: Kysely<Database>, jobs: Jobs, onTakenHere?: OnTakenHere) {
  // One commit at a time: two concurrent commits would have half as many leads each, and a commit of many
  // leads costs little more than a commit of few.
  const limiter = pLimit(1);
  const insertBatched = createBatcher((leads: NewLead[]) => insertLeads(database, leads), {
    maxSize: maxBatch,
    limiter,
  });
  return {
    /** Inserts a lead, with group commit. */
    insert: (lead: NewLead): Promise<Receipt> =>
      lead.file ? insertWithFile(database, lead, lead.file) : insertBatched(lead),

    findBySubmission: (submissionId: string): Promise<Lead | undefined> =>
      findBySubmission(database, submissionId),

    /** Stores the confirmation unless an answer is stored. @returns the stored answer */
    async thank(id: string, answer: LeadAnswer): Promise<LeadAnswer> {
      const { rows } = await sql<{ answer: unknown }>`
        update leads set answer = case
          when ${thanked.applies} then coalesce(answer, ${JSON.stringify(answer)}::jsonb) else answer end
        where id = ${id} returning answer`.execute(database);
      return storedAnswer.tryParse(rows[0]?.answer) ?? answer;
    },

    takeForwardLeases: (ids: readonly string[], options: { dueOnly: boolean }): Promise<StoredLead[]> =>
      takeForwardLeases(database, ids, options),
    /** Writes the result of a forward attempt with its jobs, with group commit. */
    writeForward: createForwardResults(database, jobs, limiter, onTakenHere),
    wakeForward: (): Promise<void> => wakeForward(database, jobs),

    takeDeliveryLeases: (maxLeads: number): Promise<PendingLead[]> => takeDeliveryLeases(database, maxLeads),
    releaseDeliveryLeases: (ids: readonly string[]): Promise<void> => releaseDeliveryLeases(database, ids),
    writeDeliveries: createDeliveryResults(database, jobs),
    /** Enqueues a delivery after a delay. @param id any lead's id */
    deliverLater: (id: string, startAfterSeconds: number): Promise<void> =>
      transact(database, (transaction) => enqueueDelivery(jobs, [id], { transaction, startAfterSeconds })),
    wakeDelivery: (): Promise<number> => wakeDelivery(database, jobs),

    takeUpOverdue: (): Promise<{ forward: number; deliver: number }> => takeUpOverdue(database, jobs),
  };
}

export type LeadStore = ReturnType<typeof createLeadStore>;
