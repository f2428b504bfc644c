/** An edit of batches. It saves all of its batches or none, and only once per idempotency key. */
import { isDeepStrictEqual } from 'node:util';
import type { BatchFault, BatchSavedData } from '@meridian/contracts/site/schedule/batch-editing';
import type { Transaction } from 'kysely';
import { readBookedSeats } from '../bookings/booked-seats.ts';
import type { Content } from '../content/content.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { lockRevision, raiseRevision } from '../schedule/revision.ts';
import { editableBatch } from './editable-batch.ts';

export interface Edit {
  call: string;
  /** The request body as received. A repeated request must have the same body. */
  body: object;
  idempotencyKey: string | null;
  checkOnly: boolean;
}

/**
 * Writes rows.
 * @returns the ids in the order of the request, or the faults because of which no row is written
 */
export type WriteBatches = (
  transaction: Transaction<Tables>,
) => Promise<{ ids: readonly number[] } | { faults: BatchFault[] }>;

export type EditOutcome = BatchSavedData | 'key-reused';

async function findEarlier(
  transaction: Transaction<Tables>,
  { call, body, idempotencyKey }: Edit,
): Promise<EditOutcome | undefined> {
  const earlier = await transaction
    .selectFrom('batch_edits')
    .select(['call', 'body', 'answer'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  if (!earlier) return undefined;
  return earlier.call === call && isDeepStrictEqual(earlier.body, body) ? earlier.answer : 'key-reused';
}

/** Thrown to roll back an edit that saves nothing. */
class Unsaved extends Error {
  override readonly name = 'Unsaved';
  readonly outcome: EditOutcome;

  constructor(outcome: EditOutcome) {
    super('nothing was saved');
    this.outcome = outcome;
  }
}

/**
 * Runs an edit. Edits run one after another, so that two of them cannot give a trainer two batches at the
 * same time.
 */
export async function runEdit(
  database: Database,
  content: Content,
  edit: Edit,
  write: WriteBatches,
): Promise<EditOutcome> {
  try {
    return await database.transaction().execute(async (transaction) => {
      const before = await lockRevision(transaction);
      const earlier = edit.checkOnly ? undefined : await findEarlier(transaction, edit);
      if (earlier) return earlier;
      const written = await write(transaction);
      if ('faults' in written) throw new Unsaved({ revision: before, batches: [], faults: written.faults });
      const batches = await readEditable(transaction, content, written.ids);
      if (edit.checkOnly) throw new Unsaved({ revision: before, batches, faults: [] });
      const answer = { revision: await raiseRevision(transaction), batches, faults: [] };
      if (edit.idempotencyKey !== null)
        await transaction
          .insertInto('batch_edits')
          .values({
            idempotency_key: edit.idempotencyKey,
            call: edit.call,
            body: JSON.stringify(edit.body),
            answer: JSON.stringify(answer),
          })
          .execute();
      return answer;
    });
  } catch (error) {
    if (error instanceof Unsaved) return error.outcome;
    throw error;
  }
}

async function readEditable(transaction: Transaction<Tables>, content: Content, ids: readonly number[]) {
  const rows = await transaction.selectFrom('batches').selectAll().where('id', 'in', ids).execute();
  const booked = await readBookedSeats(transaction, ids);
  const batches = new Map(rows.map((row) => [row.id, editableBatch(content, row, booked.get(row.id) ?? 0)]));
  return ids.flatMap((id) => batches.get(id) ?? []);
}
