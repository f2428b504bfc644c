import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transact.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { enqueueDelivery } from '../delivery/delivery-job.ts';
import type { CrmState, ForwardState } from '../lead-state.ts';
import type { LeadValues } from '../tables.ts';
import type { Lead } from './lead.ts';
import { transitionSql } from './transition-sql.ts';

/** What an operator changes of a lead. */
export interface LeadEdit {
  values: LeadValues;
  /** In lower case. */
  email: string;
  /** The names of the fields and who changed them: nothing of the person. */
  note: string;
}

export type EditOutcome<Refusal> =
  /** The states are those before. */
  | { kind: 'edited'; forward: ForwardState; crm: CrmState; edit: LeadEdit }
  | { kind: 'unknown' | 'busy' | 'file_gone' }
  /** There is nothing to be mended: it is on its way, or has arrived. */
  | { kind: 'not_at_fault'; crm: CrmState }
  | { kind: 'refused'; refusal: Refusal };

const edited = transitionSql(['edited']);
const now = sql<Date>`now()`;

interface Found {
  lead: Lead;
  /** A try is under way, with the values as they are. */
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
  return row && { lead: row, busy: row.busy, atFault: row.at_fault };
}

/**
 * Mends a lead that is at fault and has it sent again wherever it did not arrive. Its ids stay, so that whoever has
 * it already does not take it twice.
 *
 * @param edit makes the change from the lead as it is, or says why it cannot be made
 */
export function editLead<Refusal>(
  database: Kysely<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  id: string,
  edit: (lead: Lead) => LeadEdit | { refusal: Refusal },
): Promise<EditOutcome<Refusal>> {
  return transact(database, async (transaction): Promise<EditOutcome<Refusal>> => {
    const found = await lock(transaction, id);
    if (!found) return { kind: 'unknown' };
    const { lead, busy, atFault } = found;
    const { forward_state: forward, crm_state: crm } = lead;
    if (!atFault) return { kind: 'not_at_fault', crm };
    if (busy) return { kind: 'busy' };
    if (fileFieldOf(lead.form) && forward === 'refused') return { kind: 'file_gone' };
    const change = edit(lead);
    if ('refusal' in change) return { kind: 'refused', refusal: change.refusal };
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
        // Whoever was refused and asks again is answered by what becomes of it now.
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
    return { kind: 'edited', forward, crm, edit: change };
  });
}
