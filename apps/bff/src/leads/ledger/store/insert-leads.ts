import { noticeVersion } from '@meridian/contracts/leads/notice';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requestConfirmations } from '../../../mail/consents/confirm-consents.ts';
import { addressKey } from '../../../platform/database/address-key.ts';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { retryConflicts, transact } from '../../../platform/database/transact.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { LeadFile } from '../../uploads/lead-files.ts';
import { quarantineAnswer } from '../answers.ts';
import type { NewLead, NewRecord, Receipt } from '../lead.ts';
import { arrivals } from '../state/lead-facts.ts';
import { acceptedWebhooks } from './accepted-webhook.ts';
import { enqueueDelivery } from './delivery-job.ts';
import { insertLeadSearch, writeLeadSearch } from './lead-search.ts';
import { forwardLeaseSeconds } from './leases.ts';
import { repetitionLimit, repetitionSince } from './repetition.ts';

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
    spam_reason: lead.spamReason,
    sent_from: lead.sentFrom ?? null,
    ...(lead.marketing && {
      channels: [...new Set(lead.marketing.channels)],
      text_version: lead.marketing.version,
      address_key: addressKey(lead.email),
    }),
  };
}

const { form: trusted, suspect } = arrivals;

/**
 * Inserts leads in one statement. Leads over the limit per form, email and sender go to quarantine; leads
 * with a known submission id are skipped. Sorted by submission id, so that concurrent replicas do not
 * deadlock. Consent to marketing is stored with its lead, but not for suspected spam.
 */
function insertStatement(leads: readonly NewLead[]) {
  return sql<{ id: string; forward_state: string }>`${prepared}
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(leads.map(toRow))}::jsonb) as given (
        id uuid, form text, request_id text, submission_id uuid, body_hash text, email text,
        "values" jsonb, attribution jsonb, page_url text, spam_reason text, sent_from text,
        channels jsonb, text_version text, address_key text)
    ), classified as (
      select given.*, coalesce(spam_reason, case
        when (select count(*) from leads earlier
              where earlier.email = given.email and earlier.form = given.form
                and earlier.sent_from is not distinct from given.sent_from
                and earlier.id > ${repetitionSince} and earlier.received_at > now() - make_interval(mins => ${repetitionLimit.withinMinutes}))
             + row_number() over (partition by given.email, given.form, given.sent_from order by given.id)
             > ${repetitionLimit.leads}
        then ${sql.lit(repetitionLimit.reason)} end) as reason
      from given
    ), noted as (
      insert into lead_submissions (submission_id, lead_id)
      select submission_id, id from given where submission_id is not null order by submission_id
      on conflict do nothing
      returning lead_id
    ), stored as (
    insert into leads (id, endpoint, form, request_id, submission_id, body_hash, email, "values", attribution, page_url,
      notice_version, forward_state, forward_due_at, forward_busy_until, crm_state, answer, last_error,
      sent_from)
    select id, 'form', form, request_id, submission_id, body_hash, email, "values", attribution, page_url,
      ${noticeVersion},
      case when reason is null then ${sql.lit(trusted.forward)} else ${sql.lit(suspect.forward)} end,
      case when reason is null then now() + make_interval(secs => ${forwardLeaseSeconds}) end,
      case when reason is null then now() + make_interval(secs => ${forwardLeaseSeconds}) end,
      case when reason is null then ${sql.lit(trusted.crm)} else ${sql.lit(suspect.crm)} end,
      case when reason is not null then ${JSON.stringify(quarantineAnswer())}::jsonb end,
      reason,
      sent_from
    from classified
    where submission_id is null or id in (select lead_id from noted)
    order by submission_id
    on conflict do nothing
    returning id, forward_state
    ), searchable as (
      ${insertLeadSearch(sql`given where id in (select id from stored)`)}
    ), consented as (
      insert into consents (address_key, channel, text_version, form, lead_id)
      select address_key, channel, text_version, form, id
      from given join stored using (id), jsonb_array_elements_text(channels) as channel
      where forward_state = ${sql.lit(trusted.forward)}
    )
    select id, forward_state from stored`;
}

function toReceipt(forwardState: string | undefined): Receipt {
  if (forwardState === undefined) return { kind: 'known' };
  return forwardState === suspect.forward
    ? { kind: 'quarantined', answer: quarantineAnswer() }
    : { kind: 'received' };
}

type InsertedRows = { id: string; forward_state: string }[];

const asksMarketing = ({ marketing }: NewLead) => marketing !== undefined && marketing.channels.length > 0;

/** Inserts leads and requests the confirmation of their consents. */
async function insertConsenting(
  transaction: Transaction<Database>,
  leads: readonly NewLead[],
): Promise<InsertedRows> {
  const { rows } = await insertStatement(leads).execute(transaction);
  const accepted = new Set(rows.flatMap((row) => (row.forward_state === trusted.forward ? row.id : [])));
  const consenting = leads.filter((lead) => asksMarketing(lead) && accepted.has(lead.id));
  await requestConfirmations(
    transaction,
    consenting.map(({ id, email }) => ({ email, leadId: id })),
  );
  return rows;
}

export async function insertLeads(database: Kysely<Database>, leads: NewLead[]): Promise<Receipt[]> {
  const rows = leads.some(asksMarketing)
    ? await transact(database, (transaction) => insertConsenting(transaction, leads))
    : (await retryConflicts(() => insertStatement(leads).execute(database))).rows;
  const states = new Map(rows.map((row) => [row.id, row.forward_state]));
  return leads.map(({ id }) => toReceipt(states.get(id)));
}

/** Inserts a lead and attaches its file in one transaction. */
export async function insertWithFile(
  database: Kysely<Database>,
  lead: NewLead,
  file: LeadFile,
): Promise<Receipt> {
  return transact(database, async (transaction) => {
    const [row] = await insertConsenting(transaction, [lead]);
    if (row)
      await transaction
        .updateTable('lead_files')
        .set({ lead_id: lead.id })
        .where('id', '=', file.id)
        .executeTakeFirstOrThrow();
    if (row && file.unscanned)
      await transaction
        .insertInto('lead_events')
        .values({ lead_id: lead.id, kind: 'file_unscanned' })
        .execute();
    return toReceipt(row?.forward_state);
  });
}

/**
 * Inserts a CRM-only record in the caller's transaction, with its delivery job unless it is suspected spam.
 */
export async function insertRecord(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  record: NewRecord,
): Promise<void> {
  const isSuspect = record.spamReason !== null;
  const arrival = isSuspect ? arrivals.suspect : arrivals.record;
  await transaction
    .insertInto('leads')
    .values({
      id: record.id,
      endpoint: 'crm',
      form: record.form,
      request_id: record.requestId,
      body_hash: record.bodyHash,
      email: record.email,
      values: JSON.stringify(record.values),
      page_url: record.pageUrl,
      forward_state: arrival.forward,
      crm_state: arrival.crm,
      crm_due_at: isSuspect ? null : sql<Date>`now()`,
      answer: JSON.stringify(record.answer),
      last_error: record.spamReason,
      sent_from: record.sentFrom,
    })
    .execute();
  await writeLeadSearch(transaction, [record.id]);
  if (isSuspect) return;
  await sql`with ${acceptedWebhooks(sql`select ${record.id}::uuid`)} select`.execute(transaction);
  await enqueueDelivery(jobs, [record.id], { transaction });
}
