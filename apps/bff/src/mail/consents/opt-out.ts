/** Opts people out of marketing emails. */
import { randomUUIDv7 } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { addressKey } from '../../platform/database/address-key.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

export interface OptOutDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/**
 * Stores an opt-out for an address in the caller's transaction, withdraws the consent of the address to
 * emails, and enqueues a job that notifies the CRM. The sender drops marketing emails to the address when
 * they are due. Idempotent. An imported opt-out becomes the person's own, which stays if the import is
 * undone.
 */
export async function optOut(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  email: string,
): Promise<void> {
  const key = addressKey(email);
  const made = await transaction
    .insertInto('opt_outs')
    .values({
      address_key: key,
      id: randomUUIDv7(),
      email: email.trim().toLowerCase(),
      requested_at: databaseNow,
      crm_state: 'pending',
      crm_due_at: databaseNow,
    })
    .onConflict((conflict) =>
      conflict
        .column('address_key')
        .doUpdateSet({
          import_id: null,
          requested_at: databaseNow,
          crm_state: 'pending',
          crm_due_at: databaseNow,
        })
        .where('opt_outs.import_id', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst();
  await transaction
    .updateTable('consents')
    .set({ withdrawn_at: databaseNow })
    .where('address_key', '=', key)
    .where('channel', '=', 'email')
    .where('withdrawn_at', 'is', null)
    .execute();
  if (made) await jobs.enqueue('push-opt-out', [made.id], { transaction });
}

/** @returns false for an unknown token */
export function unsubscribe({ database, jobs }: OptOutDependencies, token: string): Promise<boolean> {
  return transact(database, async (transaction) => {
    const link = await transaction
      .selectFrom('unsubscribe_links')
      .select('email')
      .where('token', '=', token)
      .executeTakeFirst();
    if (link) await optOut(transaction, jobs, link.email);
    return link !== undefined;
  });
}
