/** Reads the updates of a batch: changes of the upstream, joining instructions, messages. */
import type { BatchPage } from '@meridian/contracts/operators/console/batches';
import type { Kysely } from 'kysely';
import { describeBatch } from '../../../enrolment/batches/batch-terms.ts';
import { listMessages } from '../../../enrolment/batches/message.ts';
import { findSoldBatch, type BatchPage as SoldPage } from '../../../enrolment/batches/sold-batches.ts';
import type { Database } from '../../../platform/database/database.ts';

type Updates = Pick<BatchPage, 'sold_as' | 'changes' | 'joining' | 'messages'>;

function joiningOf({ batch, joining }: SoldPage): Updates['joining'] {
  if (joining?.joining) return { text: joining.joining, from: 'operator' };
  return batch.joining ? { text: batch.joining, from: 'upstream' } : null;
}

export async function batchUpdates(database: Kysely<Database>, batchId: number): Promise<Updates> {
  const [sold, messages] = await Promise.all([
    findSoldBatch(database, batchId),
    listMessages(database, batchId),
  ]);
  return {
    sold_as: sold ? describeBatch(sold.batch) : null,
    changes: (sold?.changes ?? []).map(({ id, kind, state, batch, note, found_at: at }) => ({
      id,
      kind,
      state,
      note,
      now: batch && describeBatch(batch),
      found_at: at.toISOString(),
    })),
    joining: sold ? joiningOf(sold) : null,
    messages: messages.map(({ body, created_at: at, batch_id: _batch, ...message }) => ({
      ...message,
      text: body,
      at: at.toISOString(),
    })),
  };
}
