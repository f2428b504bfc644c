/** Idempotency of what operators do: a double click or a retry does it once. */
import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';

export interface Deed {
  /** UUID, made by the browser for one decision of its operator. */
  key: string;
  operatorId: string;
  requestHash: string;
  requestId: string;
}

/** Another request did it already, and was first to commit. */
export class DeedDoneError extends Error {
  override readonly name = 'DeedDoneError';
  readonly code = 'DEED_DONE';
  readonly retry = false;
}

export const hashOfRequest = (path: string, body: unknown): string =>
  createHash('sha256')
    .update(`${path} ${JSON.stringify(body ?? {})}`)
    .digest('hex');

/**
 * Stores the key in the transaction of the deed. Waits for a request that holds the same key.
 * @throws DeedDoneError which rolls this one back
 */
export async function storeDeed(
  database: Kysely<Database> | Transaction<Database>,
  { key, operatorId, requestHash, requestId }: Deed,
): Promise<void> {
  const stored = await database
    .insertInto('operator_deeds')
    .values({
      key,
      operator_id: operatorId,
      request_hash: requestHash,
      request_id: requestId,
      created_at: databaseNow,
    })
    // One request may do several things under its key.
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ request_id: requestId })
        .where('operator_deeds.request_id', '=', requestId),
    )
    .returning('key')
    .executeTakeFirst();
  if (!stored) throw new DeedDoneError('done by another request under the same key');
}

export type FoundDeed = { kind: 'done'; done: string | null } | { kind: 'other_content' };

/** @returns what another request did under this key */
export async function findDeed(
  database: Kysely<Database>,
  { key, operatorId, requestHash, requestId }: Deed,
): Promise<FoundDeed | undefined> {
  const row = await database
    .selectFrom('operator_deeds')
    .select(['operator_id', 'request_hash', 'done'])
    .where('key', '=', key)
    .where('request_id', '<>', requestId)
    .executeTakeFirst();
  if (!row) return undefined;
  const isSame = row.operator_id === operatorId && row.request_hash === requestHash;
  return isSame ? { kind: 'done', done: row.done } : { kind: 'other_content' };
}

const keptMs = 24 * 60 * 60_000;

/** Keeps the answer for a retry, and forgets old keys. */
export async function noteDone(
  database: Kysely<Database>,
  { key, requestId }: Deed,
  done: string,
): Promise<void> {
  await database
    .updateTable('operator_deeds')
    .set({ done })
    .where('key', '=', key)
    .where('request_id', '=', requestId)
    .execute();
  await database.deleteFrom('operator_deeds').where('created_at', '<', ago(keptMs)).execute();
}
