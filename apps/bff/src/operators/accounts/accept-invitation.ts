/**
 * Accepts an invitation: creates the account with name and password. The operator then sets up the second
 * factor.
 */
import { randomUUID } from 'node:crypto';
import { instance } from '@meridian/contracts/site/instance';
import type { Kysely } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { recordAudit } from '../audit/record-entry.ts';
import type { Auth } from './auth.ts';
import { useInvitation } from './invitations.ts';

export interface Enrolled {
  /** URI of the secret, for an authenticator app. */
  totpUri: string;
  headers: Headers;
}

/** @returns the email address, or undefined if the invitation is not open */
async function makeAccount(
  database: Kysely<Database>,
  { token, name, passwordHash }: { token: string; name: string; passwordHash: string },
): Promise<string | undefined> {
  return transact(database, async (transaction) => {
    const invitation = await useInvitation(transaction, token);
    if (!invitation) return undefined;
    const { email, role } = invitation;
    const now = { created_at: databaseNow, updated_at: databaseNow };
    const { id } = await transaction
      .insertInto('operators')
      .values({ id: randomUUID(), name, email, role, email_verified: true, ...now })
      .onConflict((known) => known.column('email').doUpdateSet({ name, role, updated_at: databaseNow }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await transaction.deleteFrom('operator_accounts').where('user_id', '=', id).execute();
    await transaction
      .insertInto('operator_accounts')
      .values({
        id: randomUUID(),
        user_id: id,
        account_id: id,
        provider_id: 'credential',
        password: passwordHash,
        ...now,
      })
      .execute();
    await recordAudit(transaction, {
      actor: { id, email },
      action: 'operator.enrol',
      subject: { kind: 'operator', id },
      detail: { role },
    });
    return email;
  });
}

/** @returns undefined if the invitation is not open */
export async function acceptInvitation(
  { auth, database }: { auth: Auth; database: Kysely<Database> },
  { token, name, password }: { token: string; name: string; password: string },
  headers: Headers,
): Promise<Enrolled | undefined> {
  const passwordHash = await (await auth.$context).password.hash(password);
  const email = await makeAccount(database, { token, name, passwordHash });
  if (email === undefined) return undefined;
  const clean = new Headers(headers);
  clean.delete('cookie');
  const signedIn = await auth.api.signInEmail({
    body: { email, password },
    headers: clean,
    returnHeaders: true,
  });
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  const enabled = await auth.api.enableTwoFactor({
    body: { password, method: 'totp', issuer: instance().name },
    headers: new Headers({ cookie: cookie.join('; ') }),
  });
  if (enabled.method !== 'totp') throw new TypeError('the second factor is not an authenticator app');
  return { totpUri: enabled.totpURI, headers: signedIn.headers };
}
