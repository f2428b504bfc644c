import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { type ConcurrencyLimiter, createBatcher } from '../../../platform/database/batcher.ts';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { retryConflicts, transact } from '../../../platform/database/transact.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { LeadAnswer } from '../answers.ts';
import type { ForwardResult } from '../lead.ts';
import { acceptedWebhooks } from './accepted-webhook.ts';
import { backOffSeconds } from './back-off.ts';
import { deliveryJob, enqueueDelivery } from './delivery-job.ts';
import { storedAnswer } from './tables.ts';
import { transitionSql } from './transition-sql.ts';

export const forwardBackOff = { baseSeconds: 5, capSeconds: 600 } as const;

/**
 * A refusal after the confirmation may be temporary, or the upstream may have the lead from an attempt with a
 * lost answer. The lead is retried with back-off until it has been refused this many times; then an operator
 * decides.
 */
export const lateRefusals = { asks: 8, baseSeconds: 60, capSeconds: 4 * 3_600 } as const;

/** Full jitter, as in `backOffSeconds`; attempts are counted from the history. */
const nextTry = `case
  when result.event = 'forward_failed' then now() + make_interval(secs => result.delay)
  when earlier.refusals + 1 < ${lateRefusals.asks}
    then now() + make_interval(secs => greatest(1, random() * least(
      ${lateRefusals.capSeconds}, ${lateRefusals.baseSeconds} * 2 ^ (earlier.refusals + 1)))) end`;

const anything = transitionSql(['upstream_saved', 'upstream_refused', 'handled_here', 'forward_failed'], {
  event: 'result.event',
  later: { forward: nextTry },
});
/** Transition of the usual result, for calls in which the upstream saved all leads. */
const saved = transitionSql(['upstream_saved']);

/** Late refusals since the operator's last action. */
const earlierRefusals = sql`, earlier as (
  select result.id, count(refused.id)::integer as refusals
  from result left join lead_events refused
    on refused.lead_id = result.id and refused.kind = 'upstream_refused_late'
    and refused.id > coalesce((select max(id) from lead_events
      where lead_id = result.id and kind in ('resent', 'retry_requested', 'edited')), 0)
  where result.event = 'upstream_refused'
  group by result.id
)`;

/** Stored answers by lead id. */
type Answers = Map<string, LeadAnswer>;

/** Leaves out unreadable answers: their visitors get the answer of this attempt. */
const toAnswers = (rows: readonly { id: string; answer: unknown }[]): Answers =>
  new Map(
    rows.flatMap(({ id, answer }) => {
      const stored = storedAnswer.tryParse(answer);
      return stored ? [[id, stored] as const] : [];
    }),
  );

interface Changed {
  id: string;
  event: ForwardResult['kind'];
  crm_state: string;
  answer: unknown;
  /** Seconds until the retry, or null. */
  delay: number | null;
}

function toRow(result: ForwardResult) {
  const { id, kind: event, answer } = result;
  if (result.kind !== 'forward_failed') {
    const refusal = result.kind === 'upstream_refused' ? result.answer.message : null;
    const refuser = result.refuser ?? 'upstream';
    return { id, event, answer, replaces: result.replaces, detail: refusal, refuser };
  }
  const delay = backOffSeconds(result.attempts, forwardBackOff, Math.random());
  return { id, event, answer, replaces: false, detail: result.error, delay };
}

/** @param job inserted in the same statement; given only if the upstream saved all leads */
function writeStatement(results: ForwardResult[], job?: RawBuilder<unknown>): RawBuilder<Changed> {
  const rows = results.map(toRow);
  const becomes = job ? saved : anything;
  return sql<Changed>`${prepared}
    with result as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as result (
        id uuid, event text, answer jsonb, replaces boolean, detail text, refuser text, delay integer)
    )${job ? sql`` : earlierRefusals}, changed as (
      update leads set
        forward_state = ${becomes.forwardState},
        forward_attempts = forward_attempts + 1,
        forward_due_at = ${becomes.forwardDueAt},
        forward_busy_until = null,
        crm_state = ${becomes.crmState},
        crm_due_at = ${becomes.crmDueAt},
        answer = case when leads.answer is null or result.replaces then result.answer else leads.answer end,
        last_error = case
          when result.event = 'upstream_refused' then result.refuser || ' refused: ' || result.detail
          when result.event = 'forward_failed' then result.detail
          -- Keeps the error of the CRM visible.
          when leads.crm_state in ('pending', 'dead') and leads.crm_attempts > 0 then leads.last_error end,
        updated_at = now()
      from result${job ? sql`` : sql` left join earlier using (id)`}
      -- Repeats the ids as an array, whose length the planner knows, so that it reads only these leads.
      where leads.id = result.id and leads.id = any(${rows.map(({ id }) => id)}::uuid[])
        and ${becomes.appliesById}
      returning leads.id, leads.forward_state, leads.crm_state, leads.answer, result.event, result.detail,
        extract(epoch from leads.forward_due_at - now())::integer as delay
    ), noted as (
      insert into lead_events (lead_id, kind, detail)
      select id, case when event = 'upstream_refused' and forward_state = 'refused_late'
        then 'upstream_refused_late' else event end, detail
      from changed
    ), ${acceptedWebhooks(sql`select id from changed where crm_state = 'pending'`)}, forwarded as (
      delete from lead_files using changed
      where lead_files.lead_id = changed.id and changed.event <> 'forward_failed'
        and changed.forward_state <> 'refused_late'
    )${job ? sql`, enqueued as (${job})` : sql``}
    select id, event, crm_state, answer, delay from changed`;
}

/**
 * Writes results in one statement. For batches in which the upstream saved every lead, which are nearly all.
 */
async function writeAtOnce(
  database: Kysely<Database>,
  results: ForwardResult[],
  jobs: Jobs,
): Promise<Answers> {
  // The job is unnecessary if all leads have changed meanwhile, but harmless.
  const job = await deliveryJob(jobs, results[0]?.id ?? '');
  const { rows } = await retryConflicts(() => writeStatement(results, job).execute(database));
  return toAnswers(rows);
}

async function forwardLater(
  transaction: Transaction<Database>,
  leads: readonly Changed[],
  jobs: Jobs,
): Promise<void> {
  for (const [startAfterSeconds, group] of Map.groupBy(leads, (lead) => lead.delay)) {
    if (startAfterSeconds === null) continue;
    const ids = group.map((lead) => lead.id);
    await jobs.enqueue('forward-lead', ids, { transaction, startAfterSeconds });
  }
}

/** Called with the leads that this server handles, in the transaction that accepts them. */
export type OnTakenHere = (transaction: Transaction<Database>, leadIds: readonly string[]) => Promise<void>;

function write(
  database: Kysely<Database>,
  results: ForwardResult[],
  jobs: Jobs,
  onTakenHere?: OnTakenHere,
): Promise<Answers> {
  if (results.every(({ kind }) => kind === 'upstream_saved')) return writeAtOnce(database, results, jobs);
  return transact(database, async (transaction) => {
    const { rows: changed } = await writeStatement(results).execute(transaction);
    const toDeliver = changed.filter((row) => row.crm_state === 'pending').map((row) => row.id);
    await enqueueDelivery(jobs, toDeliver, { transaction });
    await forwardLater(transaction, changed, jobs);
    const taken = changed.filter(({ event }) => event === 'handled_here').map(({ id }) => id);
    if (taken.length > 0) await onTakenHere?.(transaction, taken);
    return toAnswers(changed);
  });
}

async function answersOf(database: Kysely<Database>, ids: string[]): Promise<Answers> {
  if (ids.length === 0) return new Map();
  const leads = await database.selectFrom('leads').select(['id', 'answer']).where('id', 'in', ids).execute();
  return toAnswers(leads);
}

/**
 * Writes forward results, history and jobs with group commit. Leads that have changed meanwhile are skipped.
 * @param limiter for commits, shared with inserts
 * @returns a function that writes a result, and returns the stored answer, which a concurrent attempt may
 * have set
 */
export function createForwardResults(
  database: Kysely<Database>,
  jobs: Jobs,
  limiter?: ConcurrencyLimiter,
  onTakenHere?: OnTakenHere,
): (result: ForwardResult) => Promise<LeadAnswer> {
  return createBatcher(
    async (results: ForwardResult[]) => {
      // Fixed lock order, against deadlocks between replicas.
      const sorted = results.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const changed = await write(database, sorted, jobs, onTakenHere);
      const others = sorted.map(({ id }) => id).filter((id) => !changed.has(id));
      const answers = new Map([...changed, ...(await answersOf(database, others))]);
      return results.map((result) => answers.get(result.id) ?? result.answer);
    },
    { maxSize: 200, limiter },
  );
}
