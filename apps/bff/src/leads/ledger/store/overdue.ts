/** Enqueues leads with overdue attempts (after a crash), and wakes leads in back-off early. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { enqueueDelivery } from './delivery-job.ts';

/** An attempt that is overdue by this much has lost its process or job. */
const forwardOverdueSeconds = 15;
const deliveryOverdueSeconds = 30;

/**
 * Max leads per sweep. Their ids are passed as an array, because the planner would scan all leads for a join
 * of this size.
 */
const maxOverdue = 5_000;

/**
 * Max leads that are woken at a time, and min seconds since their last attempt, so that a lead that fails
 * every call is not retried in a loop.
 */
const wokenForward = { maxLeads: 100, restSeconds: 10 } as const;
const wokenDelivery = { maxLeads: 500, restSeconds: 10, maxAttempts: 50 } as const;

const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id);

/**
 * Enqueues leads that a crash left without a job. Extra jobs are harmless: nothing is due for them.
 * @returns number of leads
 */
export function takeUpOverdue(
  database: Kysely<Database>,
  jobs: Jobs,
): Promise<{ forward: number; deliver: number }> {
  return transact(database, async (transaction) => {
    const forward = await sql<{ id: string }>`
      update leads set forward_due_at = now()
      where id = any(array(
        select id from leads
        where (forward_state = 'received' and (forward_due_at is null
            or forward_due_at < now() - make_interval(secs => ${forwardOverdueSeconds})))
          or (forward_state = 'refused_late'
            and forward_due_at < now() - make_interval(secs => ${forwardOverdueSeconds}))
        order by forward_due_at limit ${maxOverdue} for update skip locked))
      returning id`.execute(transaction);
    const deliver = await sql<{ id: string }>`
      update leads set crm_due_at = now()
      where id = any(array(
        select id from leads
        where crm_state = 'pending' and (crm_due_at is null
          or crm_due_at < now() - make_interval(secs => ${deliveryOverdueSeconds}))
          and (crm_busy_until is null or crm_busy_until < now())
        order by crm_due_at limit ${maxOverdue} for update skip locked))
      returning id`.execute(transaction);
    await jobs.enqueue('forward-lead', idsOf(forward.rows), { transaction });
    await enqueueDelivery(jobs, idsOf(deliver.rows), { transaction });
    return { forward: forward.rows.length, deliver: deliver.rows.length };
  });
}

/**
 * Wakes leads in back-off when the upstream is back. Each success wakes more, so a backlog drains at the
 * workers' pace.
 */
export function wakeForward(database: Kysely<Database>, jobs: Jobs): Promise<void> {
  return transact(database, async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      update leads set forward_due_at = now()
      where id = any(array(
        select id from leads
        where forward_state = 'received' and forward_due_at > now() + interval '2 seconds'
          and (forward_busy_until is null or forward_busy_until < now())
          and updated_at < now() - make_interval(secs => ${wokenForward.restSeconds})
        order by forward_due_at limit ${wokenForward.maxLeads} for update skip locked))
      returning id`.execute(transaction);
    await jobs.enqueue('forward-lead', idsOf(rows), { transaction });
  });
}

/**
 * Wakes leads in back-off when the CRM is back, a few hundred at a time, so a backlog drains at the
 * workers' pace.
 * @returns number of leads now due
 */
export function wakeDelivery(database: Kysely<Database>, jobs: Jobs): Promise<number> {
  return transact(database, async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      update leads set crm_due_at = now()
      where id = any(array(
        select id from leads
        where crm_state = 'pending' and crm_due_at > now() + interval '2 seconds'
          and (crm_busy_until is null or crm_busy_until < now())
          and crm_first_failed_at is not null and crm_attempts < ${wokenDelivery.maxAttempts}
          and updated_at < now() - make_interval(secs => ${wokenDelivery.restSeconds})
        order by crm_due_at limit ${wokenDelivery.maxLeads} for update skip locked))
      returning id`.execute(transaction);
    await enqueueDelivery(jobs, idsOf(rows), { transaction });
    return rows.length;
  });
}
