import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { createBatcher } from '../database/batcher.ts';
import type { Database } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import { retryConflicts, transact } from '../database/transact.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { LeadTable } from '../leads/tables.ts';
import { enqueueDelivery } from './delivery-job.ts';
import { maxRecords } from './zoho-client.ts';

/** What a delivery needs to know of a lead. */
export type PendingLead = Pick<
  Selectable<LeadTable>,
  | 'id'
  | 'door'
  | 'form'
  | 'request_id'
  | 'values'
  | 'attribution'
  | 'page_url'
  | 'crm_attempts'
  | 'crm_first_failed_at'
>;

/** What a try to deliver a lead came to. */
export type Delivery =
  | { id: string; kind: 'delivered'; crmId: string | null }
  | { id: string; kind: 'dead'; error: string }
  | { id: string; kind: 'retry'; error: string; delay: number }
  /** Not its own fault: the try does not count. */
  | { id: string; kind: 'wait'; error: string; delay: number };

/** Whoever takes leads to the CRM has this long before another may take over. */
export const deliveryLeaseSeconds = 90;

/** Woken leads at once, and how long ago their last try has to be: a record that breaks calls must not spin. */
const woken = { maxLeads: 500, restSeconds: 10, maxAttempts: 50 } as const;

/** Calls whose results share one commit, at most. */
const maxCalls = 8;

interface Changed {
  id: string;
  /** Seconds until the next try, where there is one. */
  delay: number | null;
}

function settleStatement(deliveries: Delivery[]): RawBuilder<Changed> {
  // In one order everywhere, so that two replicas do not wait for each other's rows.
  const sorted = deliveries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return sql<Changed>`${prepared}
    with tried as (
      select * from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as tried (
        id uuid, kind text, "crmId" text, error text, delay integer)
    ), changed as (
      update leads set
        crm_state = case tried.kind when 'delivered' then 'delivered' when 'dead' then 'dead' else 'pending' end,
        crm_attempts = crm_attempts + case tried.kind when 'wait' then 0 else 1 end,
        crm_id = coalesce(tried."crmId", leads.crm_id),
        crm_due_at = case when tried.delay is not null then now() + make_interval(secs => tried.delay) end,
        crm_busy_until = null,
        crm_first_failed_at = coalesce(crm_first_failed_at, case tried.kind when 'retry' then now() end),
        delivered_at = case tried.kind when 'delivered' then now() end,
        last_error = case
          when tried.error is not null then tried.error
          -- The operator still has to see why.
          when leads.forward_state = 'refused_late' then leads.last_error end,
        updated_at = now()
      from tried
      -- The ids once more: of an array the planner knows the length, and reads just these leads.
      where leads.id = tried.id and leads.id = any(${sorted.map(({ id }) => id)}::uuid[])
        -- Not as an index has it: the leads of this state may be many, of which only these are wanted.
        and leads.crm_state || '' = 'pending'
      returning leads.id, tried.kind, tried.error, tried.delay
    ), noted as (
      insert into lead_events (lead_id, kind, detail)
      select id, case kind when 'delivered' then 'crm_delivered' when 'dead' then 'crm_gave_up'
        when 'retry' then 'crm_failed' else 'crm_paused' end, error
      from changed
    )
    select id, delay from changed where delay is not null`;
}

async function settle(database: Kysely<Database>, deliveries: Delivery[], jobs: Jobs): Promise<void> {
  if (!deliveries.some((delivery) => 'delay' in delivery)) {
    await retryConflicts(() => settleStatement(deliveries).execute(database));
    return;
  }
  await transact(database, async (transaction) => {
    const { rows } = await settleStatement(deliveries).execute(transaction);
    await enqueueTries(transaction, rows, jobs);
  });
}

async function enqueueTries(transaction: Transaction<Database>, rows: Changed[], jobs: Jobs): Promise<void> {
  for (const [delay, group] of Map.groupBy(rows, (row) => row.delay)) {
    const ids = group.map((row) => row.id);
    await enqueueDelivery(jobs, ids, { transaction, startAfterSeconds: delay ?? 0 });
  }
}

/** The CRM's side of the ledger of leads. */
export function createDeliveryLedger(database: Kysely<Database>, jobs: Jobs) {
  return {
    /**
     * Takes a turn to deliver the leads that are due, the longest waiting first; of several at once only one gets
     * a lead. Nothing is taken while calls are paused.
     *
     * @returns as many as fit into one call, at most
     */
    async claim(): Promise<PendingLead[]> {
      const { rows } = await sql<PendingLead>`${prepared}
        with due as (
          select id from leads
          where crm_state = 'pending' and crm_due_at <= now() + interval '1 second'
            and (crm_busy_until is null or crm_busy_until <= now())
            and not exists (select from crm_session where paused_until > now())
          order by crm_due_at limit ${sql.lit(maxRecords)} for update skip locked)
        update leads set crm_busy_until = now() + make_interval(secs => ${deliveryLeaseSeconds})
        from due where leads.id = due.id
        returning leads.id, door, form, request_id, "values", attribution, page_url, crm_attempts,
          crm_first_failed_at`.execute(database);
      return rows;
    },

    /** Gives back leads that were taken, but not tried. */
    async release(ids: readonly string[]): Promise<void> {
      await sql`
        update leads set crm_busy_until = null
        where id = any(${[...ids]}::uuid[]) and crm_state = 'pending'`.execute(database);
    },

    /**
     * Writes a call's results, their history and the jobs of the next tries; calls that end together share a commit.
     *
     * @returns how many results there were
     */
    settle: createBatcher(
      async (calls: Delivery[][]): Promise<number[]> => {
        const deliveries = calls.flat();
        if (deliveries.length > 0) await settle(database, deliveries, jobs);
        return calls.map(({ length }) => length);
      },
      { maxSize: maxCalls },
    ),

    /**
     * The CRM takes records again: what waits after a failed call need not wait out its back-off. A backlog of an
     * outage empties at the pace of the workers this way, a few hundred at a time.
     *
     * @returns how many leads are due now
     */
    wakeWaiting: (): Promise<number> =>
      transact(database, async (transaction) => {
        const { rows } = await sql<{ id: string }>`
          update leads set crm_due_at = now()
          where id in (
            select id from leads
            where crm_state = 'pending' and crm_due_at > now() + interval '2 seconds'
              and (crm_busy_until is null or crm_busy_until < now())
              and crm_first_failed_at is not null and crm_attempts < ${woken.maxAttempts}
              and updated_at < now() - make_interval(secs => ${woken.restSeconds})
            order by crm_due_at limit ${woken.maxLeads} for update skip locked)
          returning id`.execute(transaction);
        const ids = rows.map((row) => row.id);
        await enqueueDelivery(jobs, ids, { transaction });
        return ids.length;
      }),

    /** Has the work gone on with after a time. @param id a lead that is due, or any other */
    goOnLater: (id: string, startAfterSeconds: number): Promise<void> =>
      transact(database, (transaction) => enqueueDelivery(jobs, [id], { transaction, startAfterSeconds })),

    /** Seconds until calls may go on; 0 where nothing holds them. */
    async pausedSeconds(): Promise<number> {
      const session = await database
        .selectFrom('crm_session')
        .select(sql<number>`greatest(extract(epoch from paused_until - now()), 0)::float8`.as('seconds'))
        .executeTakeFirst();
      return session?.seconds ?? 0;
    },

    /** Holds the calls of all replicas. */
    async pause(seconds: number): Promise<void> {
      await database
        .updateTable('crm_session')
        .set({
          paused_until: sql<Date>`greatest(paused_until, now() + make_interval(secs => ${seconds}))`,
        })
        .execute();
    },
  };
}

export type DeliveryLedger = ReturnType<typeof createDeliveryLedger>;
