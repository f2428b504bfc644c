/**
 * Signs operators in with email, password and code in one step, so that no response reveals which of them was
 * wrong.
 */
import type { Kysely } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Auth } from './auth.ts';
import { checkCode } from './check-code.ts';
import { countFailure, deleteFailures, isLocked, signInKey } from './failures.ts';
import { isUsedCode, useCode } from './used-codes.ts';

interface SignInDependencies {
  auth: Auth;
  database: Kysely<Database>;
}

/** @returns the request's headers, with its cookies replaced by those of better-auth's response */
export function withCookiesOf(headers: Headers, answer: Headers): Headers {
  const next = new Headers(headers);
  next.set(
    'cookie',
    answer
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
  );
  return next;
}

/**
 * Returns true for a refusal of better-auth. Checks fields instead of the class, because the library is
 * loaded on the first call.
 */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === 'APIError' &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500
  );
}

/** @returns undefined if better-auth refused the call @throws any other error */
export async function unlessRefused<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

export async function endSession(database: Kysely<Database>, token: string): Promise<void> {
  await database.deleteFrom('operator_sessions').where('token', '=', token).execute();
}

/** Deletes expired sessions and challenges. */
async function deleteExpired(database: Kysely<Database>): Promise<void> {
  for (const table of ['operator_sessions', 'operator_verifications'] as const)
    await database.deleteFrom(table).where('expires_at', '<', databaseNow).execute();
}

/** Starts the step-up period of a session. */
export async function markSteppedUp(database: Kysely<Database>, token: string): Promise<void> {
  await database
    .updateTable('operator_sessions')
    .set({ stepped_up_at: databaseNow })
    .where('token', '=', token)
    .execute();
}

/**
 * @returns headers with the cookies for the second factor; undefined if the password is wrong or no second
 * factor is set up
 */
export async function checkPassword(
  { auth, database }: SignInDependencies,
  { email, password }: { email: string; password: string },
  headers: Headers,
) {
  const answer = await unlessRefused(
    auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
  );
  if (!answer) return undefined;
  const { response } = answer;
  if ('twoFactorRedirect' in response) return { kind: 'second_factor' as const, headers: answer.headers };
  // No second factor is set up. It can be set up only through an invitation link.
  await endSession(database, response.token);
  return undefined;
}

export interface SignInResult {
  operatorId: string;
  token: string;
  headers: Headers;
}

async function attempt(
  deps: SignInDependencies,
  { email, password, code }: { email: string; password: string; code: string },
  headers: Headers,
): Promise<SignInResult | undefined> {
  const { auth, database } = deps;
  // Removes the cookies of an earlier session, which better-auth would use when it verifies the code.
  const clean = new Headers(headers);
  clean.delete('cookie');
  const first = await checkPassword(deps, { email, password }, clean);
  if (!first) return undefined;
  const operator = await database
    .selectFrom('operators')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (!operator || (await isUsedCode(database, operator.id, code))) return undefined;
  const second = await unlessRefused(
    auth.api.verifyTOTP({
      body: { code },
      headers: withCookiesOf(clean, first.headers),
      returnHeaders: true,
    }),
  );
  if (!second) return undefined;
  const { token } = second.response;
  if (await useCode(database, operator.id, code)) {
    await markSteppedUp(database, token);
    await deleteExpired(database);
    return { operatorId: operator.id, token, headers: second.headers };
  }
  await endSession(database, token);
  return undefined;
}

/**
 * @returns undefined if email, password or code is wrong, the operator is disabled or not set up, or the
 * email address is locked for this network address
 */
export async function signIn(
  deps: SignInDependencies,
  given: { email: string; password: string; code: string },
  headers: Headers,
  ip: string,
): Promise<SignInResult | undefined> {
  const credentials = { ...given, email: given.email.trim().toLowerCase() };
  const key = signInKey(credentials.email, ip);
  if (await isLocked(deps.database, key)) {
    // Hashes the password, so that the response takes as long as a password check.
    await (await deps.auth.$context).password.hash(credentials.password);
    return undefined;
  }
  const result = await attempt(deps, credentials, headers);
  if (result) await deleteFailures(deps.database, key);
  else await countFailure(deps.database, key);
  return result;
}

/** Steps a session up by a code. @returns false for a wrong or used code, and while the operator is locked */
export async function proveByCode(
  { auth, database }: SignInDependencies,
  session: { token: string; operator: { id: string } },
  code: string,
): Promise<boolean> {
  const key = (await auth.$context).secretConfig;
  if (!(await checkCode({ database, key }, session.operator.id, code))) return false;
  await markSteppedUp(database, session.token);
  return true;
}
