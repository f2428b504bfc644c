import type { FormName } from '@meridian/contracts/calls';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import { type Kysely, type Selectable, sql } from 'kysely';
import { createBatcher } from '../database/batcher.ts';
import type { Database } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import { transact } from '../database/transact.ts';
import { createTurns } from '../database/turns.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type LeadAnswer, quarantineAnswer } from './answers.ts';
import type { LeadFile } from './lead-files.ts';
import { createSettlement } from './settlement.ts';
import { repetitionLimit } from './suspicion.ts';
import type { LeadTable, LeadValues } from './tables.ts';

export type Lead = Selectable<LeadTable>;

/** A submission on its way into the ledger. */
export interface NewLead {
  id: string;
  form: FormName;
  /** Of the request that brought it, as in the log. */
  requestId?: string;
  submissionId?: string;
  bodyHash: string;
  /** In lower case. */
  email: string;
  values: LeadValues;
  attribution?: Attribution;
  pageUrl: string;
  /** Why it is not to be forwarded before the operator has seen it. */
  suspicion: string | null;
  file?: LeadFile;
}

/** What became of an insert. */
export type Receipt =
  | { kind: 'received' }
  | { kind: 'quarantined'; answer: LeadAnswer }
  /** The submission id is in the ledger already. */
  | { kind: 'known' };

/** Whoever takes a lead to the upstream has this long before another may take over. */
export const forwardLeaseSeconds = 30;

const leaseEnd = sql<Date>`now() + make_interval(secs => ${forwardLeaseSeconds})`;

const maxBatch = 200;

function toRow(lead: NewLead) {
  return {
    id: lead.id,
    form: lead.form,
    request_id: lead.requestId ?? null,
    submission_id: lead.submissionId ?? null,
    body_hash: lead.bodyHash,
    email: lead.email,
    values: lead.values,
    attribution: lead.attribution ?? null,
    page_url: lead.pageUrl,
    suspicion: lead.suspicion,
  };
}

/**
 * Inserts leads in one statement. Those over the limit of their form and e-mail go to quarantine in the same
 * step; those whose submission id is known are left out. Sorted by submission id, so that two replicas that
 * insert the same ones wait for each other instead of dead-locking.
 */
function insertStatement(leads: NewLead[]) {
  return sql<{ id: string; forward_state: string }>`${prepared}
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(leads.map(toRow))}::jsonb) as given (
        id uuid, form text, request_id text, submission_id uuid, body_hash text, email text,
        "values" jsonb, attribution jsonb, page_url text, suspicion text)
    ), judged as (
      select given.*, coalesce(suspicion, case
        when (select count(*) from leads earlier
              where earlier.email = given.email and earlier.form = given.form
                and earlier.received_at > now() - make_interval(mins => ${repetitionLimit.withinMinutes}))
             + row_number() over (partition by given.email, given.form order by given.id)
             > ${repetitionLimit.leads}
        then 'many of the same form and e-mail' end) as reason
      from given
    )
    insert into leads (id, door, form, request_id, submission_id, body_hash, email, "values", attribution, page_url,
      forward_state, forward_due_at, forward_busy_until, crm_state, answer, last_error)
    select id, 'form', form, request_id, submission_id, body_hash, email, "values", attribution, page_url,
      case when reason is null then 'received' else 'quarantined' end,
      case when reason is null then now() + make_interval(secs => ${forwardLeaseSeconds}) end,
      case when reason is null then now() + make_interval(secs => ${forwardLeaseSeconds}) end,
      'waiting',
      case when reason is not null then ${JSON.stringify(quarantineAnswer())}::jsonb end,
      reason
    from judged
    order by submission_id
    on conflict (submission_id) do nothing
    returning id, forward_state`;
}

async function insertLeads(database: Kysely<Database>, leads: NewLead[]): Promise<Receipt[]> {
  const inserted = await insertStatement(leads).execute(database);
  const states = new Map(inserted.rows.map((row) => [row.id, row.forward_state]));
  return leads.map(({ id }): Receipt => {
    const state = states.get(id);
    if (state === undefined) return { kind: 'known' };
    return state === 'quarantined'
      ? { kind: 'quarantined', answer: quarantineAnswer() }
      : { kind: 'received' };
  });
}

/** A lead and its file become visible together. */
async function insertWithFile(database: Kysely<Database>, lead: NewLead, file: LeadFile): Promise<Receipt> {
  return transact(database, async (transaction) => {
    const { rows } = await insertStatement([lead]).execute(transaction);
    const [row] = rows;
    if (!row) return { kind: 'known' };
    await transaction
      .updateTable('lead_files')
      .set({ lead_id: lead.id })
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    return row.forward_state === 'quarantined'
      ? { kind: 'quarantined', answer: quarantineAnswer() }
      : { kind: 'received' };
  });
}

/** The record of all leads. Everything else (jobs, answers, the operator's list) is derived from it. */
export function createLedger(database: Kysely<Database>, jobs: Jobs) {
  // One commit at a time: two at once would take half as many leads each, and what a commit costs is mostly the
  // same for few and for many.
  const turns = createTurns(1);
  const insertBatched = createBatcher((leads: NewLead[]) => insertLeads(database, leads), {
    maxSize: maxBatch,
    turns,
  });
  return {
    /** Commits a lead; concurrent ones share the commit. */
    insert: (lead: NewLead): Promise<Receipt> =>
      lead.file ? insertWithFile(database, lead, lead.file) : insertBatched(lead),

    /** Commits what the upstream made of a lead, and the jobs that follow from it; shared as well. */
    settle: createSettlement(database, jobs, turns),

    findBySubmission: (submissionId: string): Promise<Lead | undefined> =>
      database.selectFrom('leads').selectAll().where('submission_id', '=', submissionId).executeTakeFirst(),

    /**
     * Takes a turn to forward these leads. Of several at once only one gets a lead.
     *
     * @param options.dueOnly leaves those alone that wait for a later turn
     * @returns the leads that are the caller's for {@link forwardLeaseSeconds}
     */
    claimForward: (ids: readonly string[], options: { dueOnly: boolean }): Promise<Lead[]> =>
      database
        .updateTable('leads')
        .set({ forward_due_at: leaseEnd, forward_busy_until: leaseEnd })
        .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
        .where('forward_state', 'in', ['received', 'refused_late'])
        .where((where) =>
          where.or([
            where('forward_busy_until', 'is', null),
            where('forward_busy_until', '<=', sql<Date>`now()`),
          ]),
        )
        .$if(options.dueOnly, (query) =>
          query.where('forward_due_at', '<=', sql<Date>`now() + interval '1 second'`),
        )
        .returningAll()
        .execute(),

    /** Remembers what a visitor was told where nothing was remembered yet. */
    async answer(id: string, answer: LeadAnswer): Promise<LeadAnswer> {
      const { rows } = await sql<{ answer: LeadAnswer }>`
        update leads set answer = coalesce(answer, ${JSON.stringify(answer)}::jsonb)
        where id = ${id} returning answer`.execute(database);
      return rows[0]?.answer ?? answer;
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;
