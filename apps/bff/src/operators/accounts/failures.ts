/** Lock-out after failed sign-ins, shared by all replicas. Responses do not reveal a lock-out. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { networkAddress } from '../../platform/http/network-address.ts';

const allowedFailures = 5;
const firstLockMs = 60_000;
const maxLockMs = 60 * 60_000;
const forgottenAfterMs = 24 * 60 * 60_000;

const hashOf = (text: string) => createHash('sha256').update(text.trim().toLowerCase()).digest('hex');

/**
 * Key of failed sign-ins: the email address, whether or not an operator has it, and the network address. A
 * stranger at another network address therefore cannot lock an operator out.
 */
export const signInKey = (email: string, ip: string) => hashOf(`email ${networkAddress(ip)} ${email}`);

/** Key of wrong codes of a signed-in operator. */
export const codeKey = (operatorId: string) => hashOf(`operator ${operatorId}`);

export async function isLocked(database: Kysely<Database>, key: string): Promise<boolean> {
  const row = await database
    .selectFrom('operator_failures')
    .select(sql<boolean>`coalesce(locked_until > now(), false)`.as('locked'))
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.locked ?? false;
}

/**
 * Counts a failure. The fifth failure locks the key for a minute. Each further failure doubles the duration,
 * up to an hour. A key without a failure for 24 hours starts at zero again.
 */
export async function countFailure(database: Kysely<Database>, key: string): Promise<void> {
  await database.deleteFrom('operator_failures').where('last_at', '<', ago(forgottenAfterMs)).execute();
  await sql`
    insert into operator_failures (key, failures, last_at) values (${key}, 1, ${databaseNow})
    on conflict (key) do update set
      failures = operator_failures.failures + 1, last_at = ${databaseNow},
      locked_until = case when operator_failures.failures + 1 < ${allowedFailures} then null
        else now() + least(${maxLockMs}, ${firstLockMs} * power(2, least(operator_failures.failures + 1 - ${allowedFailures}, 12)))
          * interval '1 millisecond' end`.execute(database);
}

export async function deleteFailures(database: Kysely<Database>, key: string): Promise<void> {
  await database.deleteFrom('operator_failures').where('key', '=', key).execute();
}
