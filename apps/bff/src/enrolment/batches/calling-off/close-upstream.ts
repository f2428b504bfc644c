/** Takes a called-off batch off sale at the upstream, if the upstream supports editing. */
import type { Kysely } from 'kysely';
import type { BatchEditor } from '../../../partners/upstream/batch-editor.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';

export interface UpstreamClosing {
  database: Kysely<Database>;
  editor: BatchEditor;
}

/**
 * Safe to repeat. If the upstream does not support editing, sends nothing, because the batch is already
 * closed for sale here.
 *
 * @throws RemoteError if the upstream does not answer
 */
export async function closeUpstream({ database, editor }: UpstreamClosing, batchId: number): Promise<void> {
  const listed = await editor.list({ ids: [batchId] });
  const batch = listed?.batches.find(({ id }) => id === batchId);
  if (batch?.on_sale) {
    const change = { id: batchId, version: batch.version, on_sale: false };
    const saved = await editor.save('batch_change', { changes: [change] });
    // The upstream refused the change, for example because the batch was changed meanwhile. The job retries.
    if (saved && saved.faults.length > 0) return;
  }
  await database
    .updateTable('batch_plans')
    .set({ closed_upstream_at: databaseNow })
    .where('batch_id', '=', String(batchId))
    .execute();
}
