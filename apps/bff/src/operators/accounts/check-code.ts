/** Checks the one-time code of an operator's authenticator. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Auth } from './auth.ts';
import { codeKey, countFailure, deleteFailures, isLocked } from './failures.ts';
import { isUsedCode, useCode } from './used-codes.ts';

/** Key that decrypts the secrets of authenticators. */
export type AuthKey = string | Awaited<Auth['$context']>['secretConfig'];

async function isRight(database: Kysely<Database>, key: AuthKey, operatorId: string, code: string) {
  const stored = await database
    .selectFrom('operator_two_factors')
    .select('secret')
    .where('user_id', '=', operatorId)
    .where('verified', '=', true)
    .executeTakeFirst();
  if (!stored || (await isUsedCode(database, operatorId, code))) return false;
  // Loaded with the first check: most `ops` commands do not check a code.
  const [{ symmetricDecrypt }, { createOTP }] = await Promise.all([
    import('better-auth/crypto'),
    import('@better-auth/utils/otp'),
  ]);
  const secret = await symmetricDecrypt({ key, data: stored.secret });
  return (await createOTP(secret).verify(code)) && (await useCode(database, operatorId, code));
}

/**
 * @returns false for a wrong or used code, without a verified authenticator, and while the operator is locked
 */
export async function checkCode(
  { database, key }: { database: Kysely<Database>; key: AuthKey },
  operatorId: string,
  code: string,
): Promise<boolean> {
  const failures = codeKey(operatorId);
  if (await isLocked(database, failures)) return false;
  if (await isRight(database, key, operatorId, code)) {
    await deleteFailures(database, failures);
    return true;
  }
  await countFailure(database, failures);
  return false;
}
