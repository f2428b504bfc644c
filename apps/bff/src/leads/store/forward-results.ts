import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { type ConcurrencyLimiter, createBatcher } from '../../database/batcher.ts';
import type { Database } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import { retryConflicts, transact } from '../../database/transact.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { LeadAnswer } from '../answers.ts';
import { backOffSeconds } from '../back-off.ts';
import { deliveryJob, enqueueDelivery } from '../delivery/delivery-job.ts';
import type { ForwardResult } from './lead.ts';
import { transitionSql } from './transition-sql.ts';

export const forwardBackOff = { baseSeconds: 5, capSeconds: 600 } as const;

/**
 * A refusal after thanks is no last word: it may be a passing one, and where an earlier answer was lost the
 * upstream may even have the lead. It is asked so many times in all, with growing waits; then it is the operator's.
 */
export const lateRefusals = { asks: 8, baseSeconds: 60, capSeconds: 4 * 3_600 } as const;

/** Full jitter, as in `backOffSeconds`; the earlier refusals are in the history. */
const nextTry = `case
  when result.event = 'forward_failed' then now() + make_interval(secs => result.delay)
  when earlier.refusals + 1 < ${lateRefusals.asks}
    then now() + make_interval(secs => greatest(1, random() * least(
      ${lateRefusals.capSeconds}, ${lateRefusals.baseSeconds} * 2 ^ (earlier.refusals + 1)))) end`;

const anything = transitionSql(['upstream_saved', 'upstream_refused', 'taken_here', 'forward_failed'], {
  event: 'result.event',
  later: { forward: nextTry },
});
/** What nearly all of them come to, as quick as can be. */
const saved = transitionSql(['upstream_saved']);

/** The late refusals of a lead since the operator last took it up. */
const earlierRefusals = sql`, earlier as (
  select result.id, count(refused.id)::integer as refusals
  from result left join lead_events refused
    on refused.lead_id = result.id and refused.kind = 'upstream_refused_late'
    and refused.id > coalesce((select max(id) from lead_events
      where lead_id = result.id and kind in ('resent', 'asked_again', 'edited')), 0)
  where result.event = 'upstream_refused'
  group by result.id
)`;

/** What visitors are told about leads, as it now stands in the ledger. */
type Answers = Map<string, LeadAnswer>;

interface Changed {
  id: string;
  event: ForwardResult['kind'];
  crm_state: string;
  answer: LeadAnswer;
  /** Seconds until the upstream is asked again, where it is. */
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

/** @param job is inserted in the same step as results that are all saved */
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
          -- What the CRM said stays to be seen.
          when leads.crm_state in ('pending', 'dead') and leads.crm_attempts > 0 then leads.last_error end,
        updated_at = now()
      from result${job ? sql`` : sql` left join earlier using (id)`}
      -- The ids once more: of an array the planner knows the length, and reads just these leads.
      where leads.id = result.id and leads.id = any(${rows.map(({ id }) => id)}::uuid[])
        and ${becomes.appliesById}
      returning leads.id, leads.forward_state, leads.crm_state, leads.answer, result.event, result.detail,
        extract(epoch from leads.forward_due_at - now())::integer as delay
    ), noted as (
      insert into lead_events (lead_id, kind, detail)
      select id, case when event = 'upstream_refused' and forward_state = 'refused_late'
        then 'upstream_refused_late' else event end, detail
      from changed
    ), forwarded as (
      delete from lead_files using changed
      where lead_files.lead_id = changed.id and changed.event <> 'forward_failed'
        and changed.forward_state <> 'refused_late'
    )${job ? sql`, enqueued as (${job})` : sql``}
    select id, event, crm_state, answer, delay from changed`;
}

/** In one statement: leads of which none is asked for again, as nearly all are. */
async function writeAtOnce(
  database: Kysely<Database>,
  results: ForwardResult[],
  jobs: Jobs,
): Promise<Answers> {
  // Without need where all of them have moved on meanwhile, but then a job more does no harm.
  const job = await deliveryJob(jobs, results[0]?.id ?? '');
  const { rows } = await retryConflicts(() => writeStatement(results, job).execute(database));
  return new Map(rows.map(({ id, answer }) => [id, answer]));
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

/** Told of the leads that are kept for ourselves, in the transaction that takes them. */
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
    const taken = changed.filter(({ event }) => event === 'taken_here').map(({ id }) => id);
    if (taken.length > 0) await onTakenHere?.(transaction, taken);
    return new Map(changed.map(({ id, answer }) => [id, answer]));
  });
}

async function answersOf(database: Kysely<Database>, ids: string[]): Promise<Answers> {
  if (ids.length === 0) return new Map();
  const leads = await database.selectFrom('leads').select(['id', 'answer']).where('id', 'in', ids).execute();
  return new Map(leads.flatMap(({ id, answer }) => (answer ? [[id, answer]] : [])));
}

/**
 * Writes what tries to forward came to, with their history and their jobs, in one commit that concurrent ones
 * share. A lead that has moved on meanwhile is left as it is.
 *
 * @param limiter for commits, shared with those of new leads
 * @returns a function that gives what the visitor is to be told: what stands in the ledger, which another try may
 *   have decided
 */
export function createForwardResults(
  database: Kysely<Database>,
  jobs: Jobs,
  limiter?: ConcurrencyLimiter,
  onTakenHere?: OnTakenHere,
): (result: ForwardResult) => Promise<LeadAnswer> {
  return createBatcher(
    async (results: ForwardResult[]) => {
      // In one order everywhere, so that two replicas do not wait for each other's rows.
      const sorted = results.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const changed = await write(database, sorted, jobs, onTakenHere);
      const others = sorted.map(({ id }) => id).filter((id) => !changed.has(id));
      const answers = new Map([...changed, ...(await answersOf(database, others))]);
      return results.map((result) => answers.get(result.id) ?? result.answer);
    },
    { maxSize: 200, limiter },
  );
}
