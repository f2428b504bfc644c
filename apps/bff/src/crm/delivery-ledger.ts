import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { LeadTable } from '../leads/tables.ts';

export type PendingLead = Selectable<LeadTable>;

/** What a try to deliver a lead came to. */
export type Delivery =
  | { id: string; kind: 'delivered'; crmId: string | null }
  | { id: string; kind: 'dead'; error: string }
  | { id: string; kind: 'retry'; error: string; delay: number }
  /** Not tried, or not its own fault: the try does not count. */
  | { id: string; kind: 'wait'; error: string; delay: number };

/** Whoever takes leads to the CRM has this long before another may take over. */
export const deliveryLeaseSeconds = 90;

const leaseEnd = sql<Date>`now() + make_interval(secs => ${deliveryLeaseSeconds})`;

/** Woken leads at once, and how long ago their last try has to be: a record that breaks calls must not spin. */
const woken = { maxLeads: 500, restSeconds: 10, maxAttempts: 50 } as const;

/** The CRM's side of the ledger of leads. */
export function createDeliveryLedger(database: Kysely<Database>, jobs: Jobs) {
  return {
    /** Takes a turn to deliver these leads, those that are due; of several at once only one gets a lead. */
    claim: (ids: readonly string[]): Promise<PendingLead[]> =>
      database
        .updateTable('leads')
        .set({ crm_due_at: leaseEnd, crm_busy_until: leaseEnd })
        .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
        .where('crm_state', '=', 'pending')
        .where('crm_due_at', '<=', sql<Date>`now() + interval '1 second'`)
        .returningAll()
        .execute(),

    /** Writes results, their history and the jobs of the next tries in one commit. */
    async settle(deliveries: readonly Delivery[]): Promise<void> {
      if (deliveries.length === 0) return;
      const sorted = deliveries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      await transact(database, async (transaction) => {
        const { rows } = await sql<{ id: string; delay: number | null }>`
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
              and leads.crm_state = 'pending'
            returning leads.id, tried.kind, tried.error, tried.delay
          ), noted as (
            insert into lead_events (lead_id, kind, detail)
            select id, case kind when 'delivered' then 'crm_delivered' when 'dead' then 'crm_gave_up'
              when 'retry' then 'crm_failed' else 'crm_paused' end, error
            from changed
          )
          select id, delay from changed`.execute(transaction);
        const later = rows.filter((row) => row.delay !== null);
        for (const [delay, group] of Map.groupBy(later, (row) => row.delay)) {
          const ids = group.map((row) => row.id);
          await jobs.enqueue('deliver-lead', ids, { transaction, startAfterSeconds: delay ?? 0 });
        }
      });
    },

    /**
     * The CRM takes records again: what waits after a failed call need not wait out its back-off. A backlog of an
     * outage empties at the pace of the workers this way, a few hundred more with each batch that got through.
     */
    wakeWaiting: (): Promise<void> =>
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
        await jobs.enqueue(
          'deliver-lead',
          rows.map((row) => row.id),
          { transaction },
        );
      }),

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
