/** Lists and changes operators' accounts, for `ops operators` and the console's settings. */
import type { Role } from '@meridian/contracts/operators/console/roles';
import type { Kysely, Transaction } from 'kysely';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import { recordAudit } from '../audit/record-entry.ts';
import { storeInvitation } from './invitations.ts';
import { sessionTotalMs } from './session-limits.ts';

export interface OperatorSummary {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** True if the second factor is set up. */
  ready: boolean;
  passkeys: number;
  disabled_at: Date | null;
  last_seen_at: Date | null;
}

export function listOperators(database: Kysely<Database>): Promise<OperatorSummary[]> {
  return database
    .selectFrom('operators')
    .select(['id', 'name', 'email', 'role', 'disabled_at', 'two_factor_enabled as ready'])
    .select(({ selectFrom }) => [
      selectFrom('operator_passkeys')
        .select(({ cast, fn: count }) => cast<number>(count.countAll(), 'integer').as('count'))
        .whereRef('user_id', '=', 'operators.id')
        .$asScalar()
        .$notNull()
        .as('passkeys'),
      selectFrom('operator_sessions')
        .select(({ fn: last }) => last.max('operator_sessions.updated_at').as('at'))
        .whereRef('user_id', '=', 'operators.id')
        .as('last_seen_at'),
    ])
    .orderBy('email')
    .execute();
}

async function endSessions(transaction: Transaction<Database>, operatorId: string): Promise<void> {
  await transaction.deleteFrom('operator_sessions').where('user_id', '=', operatorId).execute();
}

interface SessionSummary {
  id: string;
  started_at: Date;
  last_seen_at: Date;
  ip_address: string | null;
  user_agent: string | null;
}

/** @returns the current sessions of an operator, newest first */
export function listSessions(database: Kysely<Database>, operatorId: string): Promise<SessionSummary[]> {
  return database
    .selectFrom('operator_sessions')
    .select(['id', 'created_at as started_at', 'updated_at as last_seen_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', operatorId)
    .where('expires_at', '>', databaseNow)
    .where('created_at', '>', ago(sessionTotalMs))
    .orderBy('created_at', 'desc')
    .execute();
}

/**
 * Ends a session.
 * @param of id of the operator who must own the session; if absent, any operator's
 * @returns false if no session matches
 */
export function endOneSession(
  database: Kysely<Database>,
  sessionId: string,
  { of, by }: { of: string | undefined; by: AuditActor },
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const ended = await transaction
      .deleteFrom('operator_sessions')
      .where('id', '=', sessionId)
      .$if(of !== undefined, (query) => query.where('user_id', '=', of ?? ''))
      .returning('user_id')
      .executeTakeFirst();
    if (!ended) return false;
    await recordAudit(transaction, {
      actor: by,
      action: 'session.end',
      subject: { kind: 'operator', id: ended.user_id },
      detail: { other: true },
    });
    return true;
  });
}

/** An operator after a change by an admin. */
interface ChangedOperator {
  id: string;
  email: string;
  role: Role;
}

const unknownOperator = () => new Refusal('not_found', 'operator_unknown', 'No operator has this address.');

/** @throws Refusal `operator_unknown` */
async function lockOperator(transaction: Transaction<Database>, email: string) {
  const operator = await transaction
    .selectFrom('operators')
    .select(['id', 'role', 'disabled_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (!operator) throw unknownOperator();
  return operator;
}

/** @returns addresses of the admins who are not disabled */
export async function adminAddresses(transaction: Transaction<Database>): Promise<string[]> {
  const admins = await transaction
    .selectFrom('operators')
    .select('email')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute();
  return admins.map(({ email }) => email);
}

/**
 * Locks all enabled admins, so that two admins cannot remove each other's role concurrently.
 * @throws Refusal `last_admin` if this operator is the only enabled admin
 */
async function requireOtherAdmin(transaction: Transaction<Database>, email: string): Promise<void> {
  const admins = await transaction
    .selectFrom('operators')
    .select('email')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (admins.some((admin) => admin.email === email) && admins.length === 1)
    throw new Refusal('conflict', 'last_admin', 'This is the last admin: make another operator admin first.');
}

/**
 * Disables an operator: ends all sessions and blocks sign-in.
 * @param email in lower case
 * @throws Refusal `operator_unknown`, `last_admin`
 */
export async function disableOperator(
  transaction: Transaction<Database>,
  email: string,
): Promise<ChangedOperator> {
  await requireOtherAdmin(transaction, email);
  const operator = await transaction
    .updateTable('operators')
    .set({ disabled_at: databaseNow, updated_at: databaseNow })
    .where('email', '=', email)
    .returning(['id', 'email', 'role'])
    .executeTakeFirst();
  if (!operator) throw unknownOperator();
  await endSessions(transaction, operator.id);
  return operator;
}

/**
 * Enables a disabled operator. The password and the second factor do not change.
 * @param email in lower case
 * @throws Refusal `operator_unknown`, `operator_enabled`
 */
export async function enableOperator(
  transaction: Transaction<Database>,
  email: string,
): Promise<ChangedOperator> {
  const operator = await lockOperator(transaction, email);
  if (operator.disabled_at === null)
    throw new Refusal('conflict', 'operator_enabled', `${email} is not disabled.`);
  await transaction
    .updateTable('operators')
    .set({ disabled_at: null, updated_at: databaseNow })
    .where('id', '=', operator.id)
    .execute();
  return { id: operator.id, email, role: operator.role };
}

/**
 * Resets an account, for example after the loss of a phone: deletes password, second factor and passkeys,
 * ends all sessions, and creates a new invitation.
 * @param email in lower case
 * @returns the token of the new invitation
 * @throws Refusal `operator_unknown`, `operator_disabled`
 */
export async function resetSecondFactor(
  transaction: Transaction<Database>,
  email: string,
): Promise<{ token: string; operator: ChangedOperator }> {
  const { id, role, disabled_at: disabledAt } = await lockOperator(transaction, email);
  if (disabledAt !== null)
    throw new Refusal('conflict', 'operator_disabled', `${email} is disabled. Enable the account first.`);
  await transaction
    .updateTable('operators')
    .set({ two_factor_enabled: false, updated_at: databaseNow })
    .where('id', '=', id)
    .execute();
  for (const table of ['operator_two_factors', 'operator_passkeys', 'operator_accounts'] as const)
    await transaction.deleteFrom(table).where('user_id', '=', id).execute();
  await endSessions(transaction, id);
  return { token: await storeInvitation(transaction, email, role), operator: { id, email, role } };
}

/**
 * Changes the role of an operator and of an open invitation. The new role applies to the next request of a
 * session.
 * @param email in lower case
 * @throws Refusal `operator_unknown`, `role_unchanged`, `last_admin`
 */
export async function changeRole(
  transaction: Transaction<Database>,
  email: string,
  role: Role,
): Promise<ChangedOperator & { former_role: Role }> {
  await requireOtherAdmin(transaction, email);
  const operator = await lockOperator(transaction, email);
  if (operator.role === role)
    throw new Refusal('conflict', 'role_unchanged', `${email} already has the role ${role}.`);
  await transaction
    .updateTable('operators')
    .set({ role, updated_at: databaseNow })
    .where('id', '=', operator.id)
    .execute();
  await transaction
    .updateTable('operator_invitations')
    .set({ role })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();
  return { id: operator.id, email, role, former_role: operator.role };
}

/** @param email in lower case */
export const findEnabledOperator = (database: Kysely<Database>, email: string) =>
  database
    .selectFrom('operators')
    .select(['id', 'email', 'role'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

export async function hasOperators(database: Kysely<Database>): Promise<boolean> {
  return (await database.selectFrom('operators').select('id').limit(1).executeTakeFirst()) !== undefined;
}
