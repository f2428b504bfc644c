/** Takes a batch that is called off out of the upstream's sale, if the upstream can be edited. */
import type { Kysely } from 'kysely';
import type { BatchEditor } from '../../../partners/upstream/batch-editor.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';

export interface UpstreamClosing {
  database: Kysely<Database>;
  editor: BatchEditor;
}

/**
 * Repeating it is safe. An upstream whose batches cannot be edited is left as it is: the sale stays closed here.
 * @throws RemoteError if the upstream does not answer
 */
export async function closeUpstream({ database, editor }: UpstreamClosing, batchId: number): Promise<void> {
  const listed = await editor.list({ ids: [batchId] });
  const batch = listed?.batches.find(({ id }) => id === batchId);
  if (batch?.on_sale) {
    const change = { id: batchId, version: batch.version, on_sale: false };
    const saved = await editor.save('batch_change', { changes: [change] });
    // Changed by somebody else at this moment: the job reads it again.
    if (saved && saved.faults.length > 0) return;
  }
  await database
    .updateTable('batch_plans')
    .set({ closed_upstream_at: databaseNow })
    .where('batch_id', '=', String(batchId))
    .execute();
}
