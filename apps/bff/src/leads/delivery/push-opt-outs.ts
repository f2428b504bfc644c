/**
 * Pushes opt-outs from marketing emails to the CRM. Due opt-outs are read from the table; a job only triggers
 * the push.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { CrmProvider } from '../../partners/crm/provider.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs, WorkHandler, WorkResult } from '../../platform/jobs/jobs.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';

export interface OptOutPush {
  database: Kysely<Database>;
  crm: Pick<CrmProvider, 'optOut' | 'maxRecords' | 'pausedSeconds'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/**
 * @returns ids of the address's records in the CRM, and whether a record without the opt-out is being
 * delivered
 */
async function recordsOf(database: Kysely<Database>, id: string) {
  const leads = await database
    .selectFrom('leads')
    .innerJoin('opt_outs', 'opt_outs.email', 'leads.email')
    .select(['leads.crm_id', sql<boolean>`coalesce(leads.crm_busy_until > now(), false)`.as('busy')])
    .where('opt_outs.id', '=', id)
    .where('leads.email', '<>', '')
    .where((lead) => lead.or([lead('leads.crm_id', 'is not', null), lead('leads.crm_state', '=', 'pending')]))
    .execute();
  return {
    crmIds: leads.flatMap(({ crm_id: crmId }) => crmId ?? []),
    // Records that are built later have the opt-out.
    isInProgress: leads.some(({ crm_id: crmId, busy }) => crmId === null && busy),
  };
}

async function tell({ database, crm, log }: OptOutPush, id: string): Promise<WorkResult> {
  const pending = await database
    .selectFrom('opt_outs')
    .select('id')
    .where('id', '=', id)
    .where('crm_state', '=', 'pending')
    .executeTakeFirst();
  if (!pending) return 'done';
  if ((await crm.pausedSeconds()) > 0) return 'retry';
  const { crmIds, isInProgress } = await recordsOf(database, id);
  try {
    for (let first = 0; first < crmIds.length; first += crm.maxRecords)
      await crm.optOut?.(crmIds.slice(first, first + crm.maxRecords));
  } catch (error) {
    if (!isRemoteError(error, 'crm')) throw error;
    log.warn({ code: error.code, reason: error.message }, 'an opt-out could not be sent to the CRM');
    await database.updateTable('opt_outs').set({ last_error: error.message }).where('id', '=', id).execute();
    return 'retry';
  }
  if (isInProgress) return 'retry';
  await database
    .updateTable('opt_outs')
    .set({ crm_state: 'told', crm_due_at: null, last_error: null })
    .where('id', '=', id)
    .execute();
  log.info({ leads: crmIds.length }, 'an opt-out was sent to the CRM');
  return 'done';
}

export function createOptOutHandler(deps: OptOutPush): WorkHandler {
  return async (ids) => {
    const results = new Map<string, WorkResult>();
    for (const id of ids) results.set(id, await tell(deps, id));
    return results;
  };
}

const sweepMinutes = 30;

/** Re-enqueues opt-outs whose job ended before the CRM was updated. */
export async function sweepOptOuts(database: Kysely<Database>, jobs: Pick<Jobs, 'enqueue'>): Promise<number> {
  return transact(database, async (transaction) => {
    const due = await transaction
      .updateTable('opt_outs')
      .set({ crm_due_at: sql<Date>`now() + make_interval(mins => ${sweepMinutes})` })
      .where('crm_state', '=', 'pending')
      .where('crm_due_at', '<', sql<Date>`now() - make_interval(mins => ${sweepMinutes})`)
      .returning('id')
      .execute();
    await jobs.enqueue(
      'push-opt-out',
      due.map(({ id }) => id),
      { transaction },
    );
    return due.length;
  });
}
