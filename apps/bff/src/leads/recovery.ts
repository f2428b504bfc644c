import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** Woken leads at once, and how long ago their last try has to be: one that breaks the upstream must not spin. */
const maxLeads = 100;
const restSeconds = 10;

/**
 * The upstream answers again: what waits after a failed try need not wait out its back-off. Each lead that gets
 * through wakes some more, so that a backlog empties at the pace of the workers.
 *
 * @returns a function to be called when a lead that had waited was saved
 */
export function createRecovery(database: Kysely<Database>, jobs: Jobs): () => Promise<void> {
  return () =>
    transact(database, async (transaction) => {
      const { rows } = await sql<{ id: string }>`
        update leads set forward_due_at = now()
        where id in (
          select id from leads
          where forward_state = 'received' and forward_due_at > now() + interval '2 seconds'
            and (forward_busy_until is null or forward_busy_until < now())
            and updated_at < now() - make_interval(secs => ${restSeconds})
          order by forward_due_at limit ${maxLeads} for update skip locked)
        returning id`.execute(transaction);
      await jobs.enqueue(
        'forward-lead',
        rows.map((row) => row.id),
        { transaction },
      );
    });
}
