import { fileForms } from '@meridian/contracts/leads/file-field';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type CrmState, crmStates, type ForwardState, forwardStates } from './state/lead-facts.ts';
import { type Lead, type StoredLead, toLead } from './store/tables.ts';

/** A forward or CRM state. */
export type LeadStateName = ForwardState | CrmState;
export const leadStateNames: readonly LeadStateName[] = [...new Set([...forwardStates, ...crmStates])];

/** List columns, without personal data. */
export type LeadSummary = Pick<
  StoredLead,
  | 'id'
  | 'endpoint'
  | 'form'
  | 'forward_state'
  | 'forward_attempts'
  | 'crm_state'
  | 'crm_attempts'
  | 'crm_id'
  | 'last_error'
  | 'received_at'
  | 'updated_at'
>;

/** Lists leads, newest first. */
export async function listLeads(
  database: Kysely<Database>,
  options: { state?: LeadStateName; limit: number },
): Promise<LeadSummary[]> {
  const { state, limit } = options;
  return (
    database
      .selectFrom('leads')
      .select(['id', 'endpoint', 'form', 'forward_state', 'forward_attempts', 'crm_state', 'crm_attempts'])
      .select(['crm_id', 'last_error', 'received_at', 'updated_at'])
      .$if(state !== undefined, (query) =>
        query.where(sql<boolean>`${state ?? ''} in (forward_state, crm_state)`),
      )
      // UUIDv7: ordered by creation.
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  );
}

export interface LeadCount {
  forward_state: ForwardState;
  crm_state: CrmState;
  leads: number;
}

export function countLeads(database: Kysely<Database>): Promise<LeadCount[]> {
  return database
    .selectFrom('leads')
    .select(['forward_state', 'crm_state', sql<number>`count(*)::integer`.as('leads')])
    .groupBy(['forward_state', 'crm_state'])
    .orderBy('forward_state')
    .orderBy('crm_state')
    .execute();
}

/**
 * @returns age in seconds of the oldest lead that is not forwarded or not delivered yet; 0 if there is none
 */
export async function oldestUndeliveredSeconds(database: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(received_at))::float8 as seconds
    from (
      -- Each state has its own index; an OR would read all leads.
      select received_at from leads where forward_state = 'received'
      union all select received_at from leads where crm_state = 'pending'
    ) as unsent`.execute(database);
  return rows[0]?.seconds ?? 0;
}

/** @returns when the newest lead arrived that is neither quarantined nor rejected; null if there is none */
export async function newestLeadAt(database: Kysely<Database>): Promise<Date | null> {
  const lead = await database
    .selectFrom('leads')
    .select('received_at')
    .where('forward_state', 'not in', ['quarantined', 'rejected'])
    // UUIDv7: ordered by creation.
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return lead?.received_at ?? null;
}

const except = <State extends string>(states: readonly State[], ...settled: State[]) =>
  states.filter((state) => !settled.includes(state));

/**
 * Counts leads that were confirmed to the visitor, and are neither in progress, nor in a final state, nor on
 * a list of an operator. Must be 0.
 */
export async function countUnaccounted(database: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ leads: number }>`
    select count(*)::integer as leads from leads
    -- Nearly all rows are in a final state; the index skips them.
    where forward_state = any(${except(forwardStates, 'quarantined', 'rejected', 'withdrawn')}::text[])
      and crm_state = any(${except(crmStates, 'delivered', 'dead', 'withdrawn')}::text[])
      and (answer ->> 'status')::numeric = 1 and not (
      (forward_state = 'received' and crm_state = 'waiting' and forward_due_at is not null and (
        form <> all(${fileForms()}::text[]) or exists (select from lead_files where lead_id = leads.id)))
      or (forward_state in ('saved', 'refused_late', 'not_needed')
        and crm_state = 'pending' and crm_due_at is not null)
    )`.execute(database);
  return rows[0]?.leads ?? 0;
}

/** @returns the states of a lead, without personal data */
export function leadStatesOf(database: Kysely<Database>, id: string) {
  return database
    .selectFrom('leads')
    .select(['id', 'form', 'forward_state', 'crm_state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** @returns id of the newest lead with this address, or undefined. @param email case-insensitive */
export async function findLeadOf(database: Kysely<Database>, email: string): Promise<string | undefined> {
  const lead = await database
    .selectFrom('leads')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return lead?.id;
}

export interface HistoryEntry {
  at: Date;
  kind: string;
  detail: string | null;
}

/** @returns a lead with its history, or undefined */
export async function showLead(
  database: Kysely<Database>,
  id: string,
): Promise<{ lead: Lead; history: HistoryEntry[] } | undefined> {
  const row = await database.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const lead = toLead(row);
  const events = await database
    .selectFrom('lead_events')
    .select(['at', 'kind', 'detail'])
    .where('lead_id', '=', id)
    .orderBy('id')
    .execute();
  return { lead, history: [{ at: lead.received_at, kind: 'received', detail: null }, ...events] };
}
