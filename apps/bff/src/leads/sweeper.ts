import { type Kysely, sql } from 'kysely';
import { enqueueDelivery } from '../crm/delivery-job.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** A turn that is overdue by this has no job that will take it: its process died, or its job was lost. */
const forwardOverdueSeconds = 15;
const deliveryOverdueSeconds = 30;

/** So many leads are taken up again in one run, at most. */
const maxLeads = 5_000;

/**
 * Enqueues what a crash left without a job. A job too many does no harm: its handler finds nothing due.
 *
 * @returns a function that makes one run and tells how many leads it took up
 */
export function createSweeper(database: Kysely<Database>, jobs: Jobs) {
  return async (): Promise<{ forward: number; deliver: number }> =>
    transact(database, async (transaction) => {
      const forward = await sql<{ id: string }>`
        update leads set forward_due_at = now()
        where id in (
          select id from leads
          where (forward_state = 'received' and (forward_due_at is null
              or forward_due_at < now() - make_interval(secs => ${forwardOverdueSeconds})))
            or (forward_state = 'refused_late'
              and forward_due_at < now() - make_interval(secs => ${forwardOverdueSeconds}))
          order by forward_due_at limit ${maxLeads} for update skip locked)
        returning id`.execute(transaction);
      const deliver = await sql<{ id: string }>`
        update leads set crm_due_at = now()
        where id in (
          select id from leads
          where crm_state = 'pending' and (crm_due_at is null
            or crm_due_at < now() - make_interval(secs => ${deliveryOverdueSeconds}))
            and (crm_busy_until is null or crm_busy_until < now())
          order by crm_due_at limit ${maxLeads} for update skip locked)
        returning id`.execute(transaction);
      const ids = (rows: { id: string }[]) => rows.map((row) => row.id);
      await jobs.enqueue('forward-lead', ids(forward.rows), { transaction });
      await enqueueDelivery(jobs, ids(deliver.rows), { transaction });
      return { forward: forward.rows.length, deliver: deliver.rows.length };
    });
}
