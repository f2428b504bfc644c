import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { deliveryJob, enqueueDelivery } from '../crm/delivery-job.ts';
import { createBatcher } from '../database/batcher.ts';
import type { Database } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import { retryConflicts, transact } from '../database/transact.ts';
import type { Turns } from '../database/turns.ts';
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

/**
 * A refusal after thanks is no last word: it may be a passing one, and where an earlier answer was lost the
 * upstream may even have the lead. It is asked so many times in all, with growing waits; then it is the operator's.
 */
export const lateRefusals = { asks: 8, baseSeconds: 60, capSeconds: 4 * 3_600 } as const;

/** Full jitter, as in `backOffSeconds`; the earlier refusals are in the history. */
const nextAsk = sql`
  case when earlier.refusals + 1 < ${lateRefusals.asks}
    then now() + make_interval(secs => greatest(1, random() * least(
      ${lateRefusals.capSeconds}, ${lateRefusals.baseSeconds} * 2 ^ (earlier.refusals + 1)))) end`;

async function forwardLater(
  transaction: Transaction<Database>,
  leads: readonly { id: string; delay: number | null }[],
  jobs: Jobs,
): Promise<void> {
  for (const [startAfterSeconds, group] of Map.groupBy(leads, (lead) => lead.delay)) {
    if (startAfterSeconds === null) continue;
    const ids = group.map((lead) => lead.id);
    await jobs.enqueue('forward-lead', ids, { transaction, startAfterSeconds });
  }
}

/** What visitors are told about leads, as it now stands in the ledger. */
type Answers = Map<string, LeadAnswer>;

interface Changed {
  id: string;
  crm_state: string;
  answer: LeadAnswer;
  /** Seconds until the upstream is asked again, where it is. */
  delay: number | null;
}

/** @param job is inserted in the same step */
function settleStatement(outcomes: Settled[], job?: RawBuilder<unknown>): RawBuilder<Changed> {
  const rows = outcomes.flatMap(({ id, kind, answer, replaces }) => {
    const state = nextState({ forward: 'received', crm: 'waiting' }, kind);
    const refusal = kind === 'upstream_saved' ? null : answer.message;
    return state ? [{ id, kind, answer, replaces, refusal, ...state }] : [];
  });
  return sql<Changed>`${prepared}
    with settled as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as settled (
        id uuid, kind text, forward text, crm text, answer jsonb, replaces boolean, refusal text)
    ), earlier as (
      select settled.id, count(refused.id)::integer as refusals
      from settled left join lead_events refused
        on refused.lead_id = settled.id and refused.kind = 'upstream_refused_late'
        and refused.id > coalesce((select max(id) from lead_events
          where lead_id = settled.id and kind = 'resent'), 0)
      where settled.kind = 'upstream_refused_late'
      group by settled.id
    ), changed as (
      update leads set
        forward_state = settled.forward,
        forward_attempts = forward_attempts + 1,
        forward_due_at = ${nextAsk},
        forward_busy_until = null,
        crm_state = case when leads.forward_state = 'received' then settled.crm else leads.crm_state end,
        crm_due_at = case
          when leads.forward_state <> 'received' then leads.crm_due_at
          when settled.crm = 'pending' then now() end,
        answer = case when leads.answer is null or settled.replaces then settled.answer else leads.answer end,
        last_error = case
          when settled.refusal is not null then 'upstream refused: ' || settled.refusal
          -- What the CRM said stays to be seen.
          when leads.crm_state in ('pending', 'dead') and leads.crm_attempts > 0 then leads.last_error end,
        updated_at = now()
      from settled left join earlier using (id)
      -- The ids once more: of an array the planner knows the length, and reads just these leads.
      where leads.id = settled.id and leads.id = any(${rows.map(({ id }) => id)}::uuid[])
        -- Not as an index has it: the leads of this state may be many, of which only these are wanted.
        and leads.forward_state || '' in ('received', 'refused_late')
      returning leads.id, leads.forward_state, leads.crm_state, leads.answer, settled.kind, settled.refusal,
        extract(epoch from leads.forward_due_at - now())::integer as delay
    ), noted as (
      insert into lead_events (lead_id, kind, detail) select id, kind, refusal from changed
    ), forwarded as (
      delete from lead_files using changed
      where lead_files.lead_id = changed.id and changed.forward_state <> 'refused_late'
    )${job ? sql`, enqueued as (${job})` : sql``}
    select id, crm_state, answer, delay from changed`;
}

/** In one statement: leads of which none is asked for again, as nearly all are. */
async function settleAtOnce(database: Kysely<Database>, outcomes: Settled[], jobs: Jobs): Promise<Answers> {
  const saved = outcomes.find(({ kind }) => kind === 'upstream_saved');
  // Without need where all of them have moved on meanwhile, but then a job more does no harm.
  const job = saved && (await deliveryJob(jobs, saved.id));
  const { rows } = await retryConflicts(() => settleStatement(outcomes, job).execute(database));
  return new Map(rows.map(({ id, answer }) => [id, answer]));
}

async function settle(transaction: Transaction<Database>, outcomes: Settled[], jobs: Jobs): Promise<Answers> {
  const { rows: changed } = await settleStatement(outcomes).execute(transaction);
  const toDeliver = changed.filter((row) => row.crm_state === 'pending').map((row) => row.id);
  await enqueueDelivery(jobs, toDeliver, { transaction });
  await forwardLater(transaction, changed, jobs);
  return new Map(changed.map(({ id, answer }) => [id, answer]));
}

async function postpone(
  transaction: Transaction<Database>,
  outcomes: Failed[],
  jobs: Jobs,
): Promise<Answers> {
  const rows = outcomes.map(({ id, attempts, error, answer }) => ({
    id,
    error,
    answer,
    delay: backOffSeconds(attempts, forwardBackOff, Math.random()),
  }));
  const { rows: changed } = await sql<{ id: string; answer: LeadAnswer; delay: number }>`${prepared}
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
      where leads.id = failed.id and leads.id = any(${rows.map(({ id }) => id)}::uuid[])
        and leads.forward_state in ('received', 'refused_late')
      returning leads.id, leads.answer, failed.delay, failed.error
    ), noted as (
      insert into lead_events (lead_id, kind, detail) select id, 'forward_failed', error from changed
    )
    select id, answer, delay from changed`.execute(transaction);
  await forwardLater(transaction, changed, jobs);
  return new Map(changed.map(({ id, answer }) => [id, answer]));
}

function isFailed(outcome: Outcome): outcome is Failed {
  return outcome.kind === 'failed';
}

async function answersOf(database: Kysely<Database>, ids: string[]): Promise<Answers> {
  if (ids.length === 0) return new Map();
  const leads = await database.selectFrom('leads').select(['id', 'answer']).where('id', 'in', ids).execute();
  return new Map(leads.flatMap(({ id, answer }) => (answer ? [[id, answer]] : [])));
}

/**
 * Writes outcomes, their history and their jobs in one commit that concurrent ones share. A lead that has moved
 * on meanwhile is left as it is.
 *
 * @param turns for commits, shared with those of new leads
 * @returns a function that gives what the visitor is to be told: what stands in the ledger, which another try may
 *   have decided
 */
export function createSettlement(
  database: Kysely<Database>,
  jobs: Jobs,
  turns?: Turns,
): (outcome: Outcome) => Promise<LeadAnswer> {
  return createBatcher(
    async (outcomes: Outcome[]) => {
      // In one order everywhere, so that two replicas do not wait for each other's rows.
      const sorted = outcomes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const failed = sorted.filter(isFailed);
      const settled = sorted.filter((outcome) => !isFailed(outcome));
      const changed =
        failed.length > 0 || settled.some(({ kind }) => kind === 'upstream_refused_late')
          ? await transact(
              database,
              async (transaction): Promise<Answers> =>
                new Map([
                  ...(settled.length > 0 ? await settle(transaction, settled, jobs) : []),
                  ...(failed.length > 0 ? await postpone(transaction, failed, jobs) : []),
                ]),
            )
          : await settleAtOnce(database, settled, jobs);
      const others = sorted.map(({ id }) => id).filter((id) => !changed.has(id));
      const answers = new Map([...changed, ...(await answersOf(database, others))]);
      return outcomes.map((outcome) => answers.get(outcome.id) ?? outcome.answer);
    },
    { maxSize: 200, turns },
  );
}
