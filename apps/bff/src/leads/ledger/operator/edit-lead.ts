import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { CrmState, ForwardState } from '../state/lead-facts.ts';
import { enqueueDelivery } from '../store/delivery-job.ts';
import { writeLeadSearch } from '../store/lead-search.ts';
import { type Lead, type LeadValues, toLead } from '../store/tables.ts';
import { transitionSql } from '../store/transition-sql.ts';

/** An operator's edit of a lead. */
export interface LeadEdit {
  values: LeadValues;
  /** In lower case. */
  email: string;
  /** Changed field names and the operator; no personal data. */
  note: string;
}

/** States before the edit. */
export interface EditedLead {
  forward: ForwardState;
  crm: CrmState;
}

const edited = transitionSql(['edited']);
const now = sql<Date>`now()`;

interface Found {
  lead: Lead;
  /** An attempt is in flight with the old values. */
  busy: boolean;
  atFault: boolean;
}

async function lock(transaction: Kysely<Database>, id: string): Promise<Found | undefined> {
  const row = await transaction
    .selectFrom('leads')
    .selectAll()
    .select(sql<boolean>`coalesce(greatest(forward_busy_until, crm_busy_until) > now(), false)`.as('busy'))
    .select(sql<boolean>`coalesce(${edited.applies}, false)`.as('at_fault'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { lead: toLead(row), busy: row.busy, atFault: row.at_fault };
}

function checkEditable({ lead, busy, atFault }: Found): void {
  if (!atFault)
    throw new Refusal(
      'conflict',
      'lead_not_editable',
      lead.crm_state === 'delivered'
        ? 'The CRM already has this lead. Nothing was changed: edit the lead in the CRM.'
        : 'Only dead letters and leads that the upstream refused can be edited.',
    );
  if (busy)
    throw new Refusal(
      'conflict',
      'lead_busy',
      'An attempt to send the lead is in progress. Try again in two minutes.',
    );
  if (fileFieldOf(lead.form) && lead.forward_state === 'refused')
    throw new Refusal(
      'conflict',
      'lead_file_gone',
      'The uploaded file of this lead was not kept: the person has to send the form again.',
    );
}

/**
 * Edits a failed lead, and resends it to the systems that do not have it. Its id and its idempotency keys do
 * not change.
 * @param edit builds the change from the current lead
 * @throws Refusal
 */
export async function editLead(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  id: string,
  edit: (lead: Lead) => LeadEdit,
): Promise<EditedLead> {
  const found = await lock(transaction, id);
  if (!found) throw new Refusal('not_found', 'lead_unknown', 'Lead not found.');
  checkEditable(found);
  const { lead } = found;
  const { forward_state: forward, crm_state: crm } = lead;
  const change = edit(lead);
  const after = await transaction
    .updateTable('leads')
    .set({
      values: JSON.stringify(change.values),
      email: change.email,
      forward_state: edited.forwardState,
      forward_due_at: edited.forwardDueAt,
      crm_state: edited.crmState,
      crm_due_at: edited.crmDueAt,
      crm_attempts: 0,
      crm_first_failed_at: null,
      updated_at: now,
      // A refused visitor who resubmits the form gets the new result.
      ...(forward === 'refused' && { answer: null }),
    })
    .where('id', '=', id)
    .returning(['forward_state', 'crm_state'])
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('lead_events')
    .values({ lead_id: id, kind: 'edited', detail: change.note })
    .execute();
  if (after.forward_state === 'received' || after.forward_state === 'refused_late')
    await jobs.enqueue('forward-lead', [id], { transaction });
  if (after.crm_state === 'pending') await enqueueDelivery(jobs, [id], { transaction });
  await writeLeadSearch(transaction, [id]);
  return { forward, crm };
}
