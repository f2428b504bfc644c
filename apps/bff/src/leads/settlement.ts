import { type Kysely, sql, type Transaction } from 'kysely';
import { createBatcher } from '../database/batcher.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { LeadAnswer } from './answers.ts';
import { backOffSeconds } from './back-off.ts';
import { nextState } from './lead-state.ts';

/** What a try to forward a lead came to. */
export type Outcome =
  | {
      id: string;
      kind: 'upstream_saved' | 'upstream_refused' | 'upstream_refused_late';
      answer: LeadAnswer;
      /** A visitor who was thanked before gets this answer when asking again: for downloads. */
      replaces: boolean;
    }
  /** No answer: to be tried again. `attempts` counts this one. */
  | { id: string; kind: 'failed'; attempts: number; error: string; answer: LeadAnswer };

type Settled = Exclude<Outcome, { kind: 'failed' }>;
type Failed = Extract<Outcome, { kind: 'failed' }>;

export const forwardBackOff = { baseSeconds: 5, capSeconds: 600 } as const;

async function settle(transaction: Transaction<Database>, outcomes: Settled[], jobs: Jobs): Promise<void> {
  const rows = outcomes.flatMap(({ id, kind, answer, replaces }) => {
    const state = nextState({ forward: 'received', crm: 'waiting' }, kind);
    const refusal = kind === 'upstream_saved' ? null : answer.message;
    return state ? [{ id, kind, answer, replaces, refusal, ...state }] : [];
  });
  const { rows: changed } = await sql<{ id: string; crm_state: string }>`
    with settled as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as settled (
        id uuid, kind text, forward text, crm text, answer jsonb, replaces boolean, refusal text)
    ), changed as (
      update leads set
        forward_state = settled.forward,
        forward_attempts = forward_attempts + 1,
        forward_due_at = null,
        forward_busy_until = null,
        crm_state = settled.crm,
        crm_due_at = case when settled.crm = 'pending' then now() end,
        answer = case when leads.answer is null or settled.replaces then settled.answer else leads.answer end,
        last_error = 'upstream refused: ' || settled.refusal,
        updated_at = now()
      from settled
      where leads.id = settled.id and leads.forward_state = 'received'
      returning leads.id, leads.crm_state, settled.kind, settled.refusal
    ), noted as (
      insert into lead_events (lead_id, kind, detail) select id, kind, refusal from changed
    ), forwarded as (
      delete from lead_files using changed where lead_files.lead_id = changed.id
    )
    select id, crm_state from changed`.execute(transaction);
  const toDeliver = changed.filter((row) => row.crm_state === 'pending').map((row) => row.id);
  await jobs.enqueue('deliver-lead', toDeliver, { transaction });
}

async function postpone(transaction: Transaction<Database>, outcomes: Failed[], jobs: Jobs): Promise<void> {
  const rows = outcomes.map(({ id, attempts, error, answer }) => ({
    id,
    error,
    answer,
    delay: backOffSeconds(attempts, forwardBackOff, Math.random()),
  }));
  const { rows: changed } = await sql<{ id: string; delay: number }>`
    with failed as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as failed (
        id uuid, error text, answer jsonb, delay integer)
    ), changed as (
      update leads set
        forward_attempts = forward_attempts + 1,
        forward_due_at = now() + make_interval(secs => failed.delay),
        forward_busy_until = null,
        answer = coalesce(leads.answer, failed.answer),
        last_error = failed.error,
        updated_at = now()
      from failed
      where leads.id = failed.id and leads.forward_state = 'received'
      returning leads.id, failed.delay, failed.error
    ), noted as (
      insert into lead_events (lead_id, kind, detail) select id, 'forward_failed', error from changed
    )
    select id, delay from changed`.execute(transaction);
  for (const [startAfterSeconds, group] of Map.groupBy(changed, (row) => row.delay)) {
    const ids = group.map((row) => row.id);
    await jobs.enqueue('forward-lead', ids, { transaction, startAfterSeconds });
  }
}

function isFailed(outcome: Outcome): outcome is Failed {
  return outcome.kind === 'failed';
}

/**
 * Writes outcomes, their history and their jobs in one commit that concurrent ones share. A lead that has moved
 * on meanwhile is left as it is.
 */
export function createSettlement(
  database: Kysely<Database>,
  jobs: Jobs,
): (outcome: Outcome) => Promise<void> {
  return createBatcher(
    async (outcomes: Outcome[]) => {
      // In one order everywhere, so that two replicas do not wait for each other's rows.
      const sorted = outcomes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const failed = sorted.filter(isFailed);
      const settled = sorted.filter((outcome) => !isFailed(outcome));
      await transact(database, async (transaction) => {
        if (settled.length > 0) await settle(transaction, settled, jobs);
        if (failed.length > 0) await postpone(transaction, failed, jobs);
      });
      return outcomes.map(() => undefined);
    },
    { maxSize: 200 },
  );
}
