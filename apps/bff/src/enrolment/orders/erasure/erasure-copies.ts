/** Deletes copies of erased data in other systems: by a job, or by a case for an operator. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { CrmProvider } from '../../../partners/crm/provider.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Jobs, WorkHandler, WorkResult } from '../../../platform/jobs/jobs.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';

export interface Copies {
  /** Ids of records in the CRM. */
  crm?: readonly string[];
  /** Ids of leads that the CRM may have stored under an id that it did not return. */
  crmSearch?: readonly string[];
  /** Ids of leads and orders at the upstream. */
  upstream?: readonly string[];
}

type System = Schema['erasure_copies']['system'];
const systemNames: Record<System, string> = { crm: 'CRM', crm_search: 'CRM', upstream: 'upstream' };

/** @returns the given orders whose booking the upstream has or may have */
export async function findBooked(
  transaction: Transaction<Database>,
  orderIds: readonly string[],
): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await transaction
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', [...orderIds])
    .where((order) => order.or([order('booked_at', 'is not', null), order('booking_attempts', '>', 0)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Why no job can delete the copies. */
const leftToOperator: Record<Exclude<System, 'crm'>, string> = {
  crm_search: 'it returned no id: search for these leads, which may not be there',
  upstream: 'it has no call that deletes records',
};

/** Requests the deletion of copies. In the CRM a job deletes them; in other systems an operator does. */
export async function requestErasure(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  { crm = [], crmSearch = [], upstream = [] }: Copies,
): Promise<void> {
  const erasureId = randomUUID();
  const systems = [
    ['crm', crm],
    ['crm_search', crmSearch],
    ['upstream', upstream],
  ] as const;
  for (const [system, records] of systems) {
    const rows = records.map((record) => ({
      id: randomUUID(),
      erasure: erasureId,
      system,
      record,
      state: 'due' as const,
      created_at: databaseNow,
      updated_at: databaseNow,
    }));
    if (rows.length === 0) continue;
    await transaction
      .insertInto('erasure_copies')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['system', 'record']).doNothing())
      .execute();
    if (system === 'crm') await jobs.enqueue('erase-copies', [erasureId], { transaction });
    else await leaveToOperator(transaction, erasureId, system, leftToOperator[system]);
  }
}

/** Opens a case for the copies that are still to be deleted. */
async function leaveToOperator(
  transaction: Transaction<Database>,
  erasureId: string,
  system: System,
  why: string,
): Promise<void> {
  const due = transaction
    .selectFrom('erasure_copies')
    .select('record')
    .where('erasure', '=', erasureId)
    .where('system', '=', system)
    .where('state', '=', 'due')
    .orderBy('record');
  const records = (await due.forUpdate().execute()).map(({ record }) => record);
  if (records.length === 0) return;
  const { id } = await transaction
    .insertInto('cases')
    .values({
      order_id: null,
      kind: 'copies_left',
      subject: `${system}:${erasureId}`,
      reason: `To be deleted in the ${systemNames[system]} (${why}): ${records.join(', ')}`,
      opened_at: databaseNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('erasure_copies')
    .set({ state: 'by_hand', open_case: id, updated_at: databaseNow })
    .where('erasure', '=', erasureId)
    .where('system', '=', system)
    .where('state', '=', 'due')
    .execute();
}

/** Records an operator's statement that the copies of a case are deleted. */
export async function confirmErased(transaction: Transaction<Database>, caseId: string): Promise<void> {
  await transaction
    .updateTable('erasure_copies')
    .set({ state: 'erased', open_case: null, updated_at: databaseNow })
    .where('open_case', '=', caseId)
    .execute();
}

export interface ErasingServices {
  database: Kysely<Database>;
  crm: Pick<CrmProvider, 'erase' | 'maxRecords' | 'pausedSeconds'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/**
 * After this time without an answer from the CRM, an operator takes over. This is before the job's last
 * retry.
 */
const maxWaitHours = 20;

async function eraseInCrm({ database, crm, log }: ErasingServices, erasureId: string): Promise<WorkResult> {
  const rows = await database
    .selectFrom('erasure_copies')
    .select([
      'record',
      sql<boolean>`created_at < now() - make_interval(hours => ${maxWaitHours})`.as('is_late'),
    ])
    .where('erasure', '=', erasureId)
    .where('system', '=', 'crm')
    .where('state', '=', 'due')
    .execute();
  if (rows.length === 0) return 'done';
  const leave = async (why: string): Promise<WorkResult> => {
    await transact(database, (transaction) => leaveToOperator(transaction, erasureId, 'crm', why));
    log.warn({ reason: why }, 'records of an erased person are left in the CRM: a case is open');
    return 'done';
  };
  if (!crm.erase) return leave('it has no call that deletes records');
  const isLate = rows.some(({ is_late }) => is_late);
  if ((await crm.pausedSeconds()) > 0) return isLate ? leave('it does not answer') : 'retry';
  for (let first = 0; first < rows.length; first += crm.maxRecords) {
    const records = rows.slice(first, first + crm.maxRecords).map(({ record }) => record);
    try {
      await crm.erase(records);
    } catch (error) {
      if (!isRemoteError(error, 'crm')) throw error;
      if (!error.retry || isLate) return leave(error.message);
      log.warn({ code: error.code, reason: error.message }, 'records could not be deleted in the CRM');
      return 'retry';
    }
    await database
      .updateTable('erasure_copies')
      .set({ state: 'erased', updated_at: databaseNow })
      .where('erasure', '=', erasureId)
      .where('system', '=', 'crm')
      .where('record', 'in', records)
      .where('state', '=', 'due')
      .execute();
  }
  log.info({ leads: rows.length }, 'records of an erased person were deleted in the CRM');
  return 'done';
}

/** @returns the handler of the job `erase-copies`; the job's ids are ids of erasures */
export function createCopyEraser(services: ErasingServices): WorkHandler {
  return async (ids) => {
    const results = new Map<string, WorkResult>();
    for (const id of ids) results.set(id, await eraseInCrm(services, id));
    return results;
  };
}
