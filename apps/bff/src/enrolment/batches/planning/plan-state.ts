/** Changes the plan of a batch: its state and its minimum number of seats. */
import type { Transaction } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findPlans } from '../../orders/store/batch-plans.ts';

const calledOff = () => new Refusal('conflict', 'batch_called_off', 'This batch is called off.');

async function setPlan(
  transaction: Transaction<Database>,
  batchId: number,
  values: { min_seats: number | null } | { state: 'confirmed' | 'postponed'; decided_at: typeof databaseNow },
): Promise<void> {
  await transaction
    .insertInto('batch_plans')
    .values({ batch_id: batchId, updated_at: databaseNow, ...values })
    .onConflict((conflict) => conflict.column('batch_id').doUpdateSet({ updated_at: databaseNow, ...values }))
    .execute();
}

/** @throws Refusal `conflict` for a batch that is called off */
export async function requireNotCalledOff(
  transaction: Transaction<Database>,
  batchIds: readonly number[],
): Promise<void> {
  const plans = await findPlans(transaction, batchIds);
  if ([...plans.values()].some(({ state }) => state === 'called_off')) throw calledOff();
}

/**
 * @param seats minimum number of seats to be sold; null: no minimum
 * @throws Refusal `conflict` if the batch is called off
 */
export async function setMinimum(
  transaction: Transaction<Database>,
  batchId: number,
  seats: number | null,
): Promise<void> {
  await requireNotCalledOff(transaction, [batchId]);
  await setPlan(transaction, batchId, { min_seats: seats });
}

/** @throws Refusal `conflict` if the batch is called off */
export async function setState(
  transaction: Transaction<Database>,
  batchId: number,
  state: 'confirmed' | 'postponed',
): Promise<void> {
  await requireNotCalledOff(transaction, [batchId]);
  await setPlan(transaction, batchId, { state, decided_at: databaseNow });
}
