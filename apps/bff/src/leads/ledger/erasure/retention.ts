import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { transactLong } from '../../../platform/database/transact.ts';
import { transitionSql } from '../store/transition-sql.ts';
import { eraseAround } from './personal-data.ts';

const batchSize = 1_000;

const erased = transitionSql(['erased']);

/**
 * Erases, in batches, personal data of leads that were delivered more than `retentionDays` ago, and of
 * refused and rejected leads that were received more than `retentionDays` ago. Leads in quarantine and dead
 * letters are kept until an operator resolves them.
 * @param options.whole if false, scans only leads whose id is old enough; this misses leads of a server whose
 * clock was ahead
 * @returns number of leads erased
 */
export async function applyRetention(
  database: Kysely<Database>,
  retentionDays: number,
  { whole = true }: { whole?: boolean } = {},
): Promise<number> {
  let total = 0;
  const old = whole
    ? sql`true`
    : sql`id < lead_id_at(now() - make_interval(days => ${retentionDays}) + interval '1 hour')`;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const found = await transactLong(database, async (transaction) => {
      const { rows } = await sql<{ id: string }>`
        update leads set
          forward_state = ${erased.forwardState}, crm_state = ${erased.crmState},
          forward_due_at = ${erased.forwardDueAt}, crm_due_at = ${erased.crmDueAt}, erased_at = now(), updated_at = now()
        where id in (
          select id from leads
          where id > ${last} and ${old} and ${erased.applies}
            and coalesce(delivered_at, received_at) < now() - make_interval(days => ${retentionDays})
          order by id limit ${batchSize} for update skip locked)
        returning id`.execute(transaction);
      await eraseAround(transaction, rows);
      return rows.map(({ id }) => id).toSorted();
    });
    total += found.length;
    // Each batch starts after the last id of the previous one, so that erased leads are not scanned again.
    last = found.at(-1) ?? last;
    if (found.length < batchSize) return total;
  }
}
