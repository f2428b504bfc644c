/** Erases copies in other systems that a call in progress made after the erasure of its lead. */
import { type Kysely, sql } from 'kysely';
import { requestErasure } from '../../enrolment/orders/erasure/erasure-copies.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

export interface LateCopyServices {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Requests the erasure of copies that arrived after their lead was erased, once for each copy. */
export async function eraseLateCopies({ database, jobs }: LateCopyServices): Promise<void> {
  await transact(database, async (transaction) => {
    const leads = await transaction
      .selectFrom('leads')
      .select([
        'id',
        'crm_id',
        sql<boolean>`coalesce(delivered_at > erased_at, false)`.as('is_delivered_late'),
      ])
      .select(sql<boolean>`forward_state = 'saved'`.as('is_saved'))
      // An erasure sets both columns to the same time; a later result updates `updated_at`.
      .where('updated_at', '>', sql<Date>`erased_at`)
      .execute();
    const late = leads.filter(({ is_delivered_late: isLate }) => isLate);
    await requestErasure(transaction, jobs, {
      crm: late.flatMap(({ crm_id: crmId }) => crmId ?? []),
      crmSearch: late.filter(({ crm_id: crmId }) => crmId === null).map(({ id }) => id),
      upstream: leads.filter(({ is_saved: isSaved }) => isSaved).map(({ id }) => id),
    });
  });
}

/** Starts the nightly search. Call in a process that runs jobs. */
export async function startLateCopyWorkers({
  jobs,
  database,
}: {
  jobs: Pick<Jobs, 'enqueue' | 'every'>;
  database: Kysely<Database>;
}): Promise<void> {
  await jobs.every('erase-late-copies', '50 3 * * *', () => eraseLateCopies({ database, jobs }));
}
