import { type Kysely, type RawBuilder, sql } from 'kysely';
import { createBatcher } from '../../../platform/database/batcher.ts';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { retryConflicts, transact } from '../../../platform/database/transact.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { DeliveryResult } from '../lead.ts';
import { enqueueDelivery } from './delivery-job.ts';
import { transitionSql } from './transition-sql.ts';

/** Max calls whose results share a commit. */
const maxCalls = 8;

/** Note on an edited lead that the CRM already has from an earlier attempt. */
export const perhapsUnedited = 'in the CRM already, perhaps as it was before the edit';

const becomes = transitionSql(['crm_delivered', 'crm_gave_up', 'crm_failed', 'crm_paused'], {
  event: 'result.event',
  later: { crm: 'now() + make_interval(secs => result.delay)' },
});

interface Changed {
  id: string;
  /** Seconds until the retry, or null. */
  delay: number | null;
}

function toRow({ kind: event, ...result }: DeliveryResult) {
  return { ...result, event };
}

function writeStatement(results: DeliveryResult[]): RawBuilder<Changed> {
  // Fixed lock order, against deadlocks between replicas.
  const rows = results.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(toRow);
  return sql<Changed>`${prepared}
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        id uuid, event text, "crmId" text, earlier boolean, error text, delay integer)
    ), result as (
      select id, event, "crmId", delay, case
        when earlier and exists (select from lead_events where lead_id = given.id and kind = 'edited')
        then ${sql.lit(perhapsUnedited)} else error end as error
      from given
    ), changed as (
      update leads set
        crm_state = ${becomes.crmState},
        crm_attempts = crm_attempts + case result.event when 'crm_paused' then 0 else 1 end,
        crm_id = coalesce(result."crmId", leads.crm_id),
        crm_due_at = ${becomes.crmDueAt},
        crm_busy_until = null,
        crm_first_failed_at = coalesce(crm_first_failed_at, case result.event when 'crm_failed' then now() end),
        delivered_at = case result.event when 'crm_delivered' then now() end,
        last_error = case
          when result.error is not null then result.error
          -- Keeps the reason of the upstream's refusal for the operator.
          when leads.forward_state = 'refused_late' then leads.last_error end,
        updated_at = now()
      from result
      -- Repeats the ids as an array, whose length the planner knows, so that it reads only these leads.
      where leads.id = result.id and leads.id = any(${rows.map(({ id }) => id)}::uuid[])
        and ${becomes.appliesById}
      returning leads.id, result.event, result.error, result.delay
    ), noted as (
      insert into lead_events (lead_id, kind, detail) select id, event, error from changed
    )
    select id, delay from changed where delay is not null`;
}

async function write(database: Kysely<Database>, results: DeliveryResult[], jobs: Jobs): Promise<void> {
  if (!results.some((result) => 'delay' in result)) {
    await retryConflicts(() => writeStatement(results).execute(database));
    return;
  }
  await transact(database, async (transaction) => {
    const { rows } = await writeStatement(results).execute(transaction);
    for (const [delay, group] of Map.groupBy(rows, (row) => row.delay)) {
      const ids = group.map((row) => row.id);
      await enqueueDelivery(jobs, ids, { transaction, startAfterSeconds: delay ?? 0 });
    }
  });
}

/**
 * Writes call results, history and retry jobs with group commit. Leads that have changed meanwhile are
 * skipped.
 * @returns a function that writes the results of a call, and returns their number
 */
export function createDeliveryResults(
  database: Kysely<Database>,
  jobs: Jobs,
): (results: DeliveryResult[]) => Promise<number> {
  return createBatcher(
    async (calls: DeliveryResult[][]): Promise<number[]> => {
      const results = calls.flat();
      if (results.length > 0) await write(database, results, jobs);
      return calls.map(({ length }) => length);
    },
    { maxSize: maxCalls },
  );
}
