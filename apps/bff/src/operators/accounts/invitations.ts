/** Invitations: links that work once. Only the hash of the token is stored. */
import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@meridian/contracts/operators/console/roles';
import type { Kysely } from 'kysely';
import { databaseNow, fromNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';

const validMs = 72 * 60 * 60_000;
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** The token is in the fragment, which is not sent to servers or logged. */
export const invitationLink = (consoleUrl: string, token: string) =>
  new URL(`/invitation#${token}`, consoleUrl).href;

/**
 * Invites a person. Replaces an earlier invitation of the same address.
 * @param email in lower case
 * @returns the token for the link
 * @throws Refusal `operator_known` for an operator who has set up the second factor
 */
export async function inviteOperator(
  database: Kysely<Database>,
  { email, role }: { email: string; role: Role },
): Promise<string> {
  const known = await database
    .selectFrom('operators')
    .select('two_factor_enabled')
    .where('email', '=', email)
    .executeTakeFirst();
  if (known?.two_factor_enabled)
    throw new Refusal(
      'conflict',
      'operator_known',
      'This address already has an operator account. For a lost phone: ops operators reset-2fa EMAIL',
    );
  return storeInvitation(database, email, role);
}

/** @returns the token for the link */
export async function storeInvitation(
  database: Kysely<Database>,
  email: string,
  role: Role,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database
    .updateTable('operator_invitations')
    .set({ used_at: databaseNow })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();
  await database
    .insertInto('operator_invitations')
    .values({
      token_hash: hashOf(token),
      email,
      role,
      expires_at: fromNow(validMs),
      created_at: databaseNow,
    })
    .execute();
  return token;
}

export interface Invitation {
  email: string;
  role: Role;
}

/** @returns the invitation if it is open */
export function findInvitation(database: Kysely<Database>, token: string): Promise<Invitation | undefined> {
  return database
    .selectFrom('operator_invitations')
    .select(['email', 'role'])
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', databaseNow)
    .executeTakeFirst();
}

/**
 * Uses up the open invitation of an address that the identity provider has verified.
 * @returns undefined if there is none
 */
export function useOpenInvitation(
  database: Kysely<Database>,
  email: string,
): Promise<Invitation | undefined> {
  return database
    .updateTable('operator_invitations')
    .set({ used_at: databaseNow })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', databaseNow)
    .returning(['email', 'role'])
    .executeTakeFirst();
}

/** Uses up an invitation. @returns undefined if it is not open, or another request has used it first */
export function useInvitation(database: Kysely<Database>, token: string): Promise<Invitation | undefined> {
  return database
    .updateTable('operator_invitations')
    .set({ used_at: databaseNow })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', databaseNow)
    .returning(['email', 'role'])
    .executeTakeFirst();
}
