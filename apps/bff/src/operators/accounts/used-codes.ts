/** Accepts each one-time code only once (ASVS 5, 6.5.1). By time alone a code is valid for 90 seconds. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';

const keptMs = 5 * 60_000;

const keyOf = (operatorId: string, code: string) =>
  createHash('sha256').update(`${operatorId} ${code}`).digest('hex');

export async function isUsedCode(database: Kysely<Database>, operatorId: string, code: string) {
  const row = await database
    .selectFrom('operator_used_codes')
    .select('code_key')
    .where('code_key', '=', keyOf(operatorId, code))
    .where('used_at', '>', ago(keptMs))
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a code as used. @returns false if the code is used already */
export async function useCode(database: Kysely<Database>, operatorId: string, code: string) {
  await database.deleteFrom('operator_used_codes').where('used_at', '<', ago(keptMs)).execute();
  const used = await database
    .insertInto('operator_used_codes')
    .values({ code_key: keyOf(operatorId, code), used_at: databaseNow })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code_key')
    .executeTakeFirst();
  return used !== undefined;
}
