/** Operators' accounts: what `ops operators` and the console's settings do with them. */
import type { Role } from '@meridian/contracts/console/roles';
import type { Kysely, Transaction } from 'kysely';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { type AuditActor, recordAudit } from '../audit/audit-log.ts';
import type { Deed } from '../audit/deeds.ts';
import { storeInvitation } from './invitations.ts';
import { sessionTotalMs } from './session-limits.ts';

export interface OperatorSummary {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** The second factor is set up. */
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

/** @returns the sessions of an operator that are not over, the newest first */
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
 * Ends one session at once.
 * @param of the operator whose it has to be; without it anybody's
 * @returns false if there is no such session
 */
export function endOneSession(
  database: Kysely<Database>,
  sessionId: string,
  { of, by, deed }: { of: string | undefined; by: AuditActor; deed?: Deed | undefined },
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
      deed,
      detail: { other: true },
    });
    return true;
  });
}

/** Ends all sessions of an operator for good. @returns false if there is none of this address */
export function disableOperator(database: Kysely<Database>, email: string, by: AuditActor): Promise<boolean> {
  return transact(database, async (transaction) => {
    const operator = await transaction
      .updateTable('operators')
      .set({ disabled_at: databaseNow, updated_at: databaseNow })
      .where('email', '=', email.trim().toLowerCase())
      .returning('id')
      .executeTakeFirst();
    if (!operator) return false;
    await endSessions(transaction, operator.id);
    await recordAudit(transaction, {
      actor: by,
      action: 'operator.disable',
      subject: { kind: 'operator', id: operator.id },
    });
    return true;
  });
}

/**
 * For a lost phone: password, second factor and passkeys go, all sessions end, and a new link sets them up again.
 * @returns the token of the new invitation, or undefined if there is no such operator
 */
export function resetSecondFactor(
  database: Kysely<Database>,
  email: string,
  by: AuditActor,
): Promise<string | undefined> {
  const address = email.trim().toLowerCase();
  return transact(database, async (transaction) => {
    const operator = await transaction
      .updateTable('operators')
      .set({ two_factor_enabled: false, disabled_at: null, updated_at: databaseNow })
      .where('email', '=', address)
      .returning(['id', 'role'])
      .executeTakeFirst();
    if (!operator) return undefined;
    for (const table of ['operator_two_factors', 'operator_passkeys', 'operator_accounts'] as const)
      await transaction.deleteFrom(table).where('user_id', '=', operator.id).execute();
    await endSessions(transaction, operator.id);
    const token = await storeInvitation(transaction, address, operator.role);
    await recordAudit(transaction, {
      actor: by,
      action: 'operator.reset',
      subject: { kind: 'operator', id: operator.id },
    });
    return token;
  });
}
