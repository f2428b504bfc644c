/** Reads the session of a request. */
import type { Role } from '@meridian/contracts/operators/console/roles';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Auth } from './auth.ts';
import { sessionTotalMs, stepUpMs } from './session-limits.ts';

export interface ConsoleSession {
  id: string;
  token: string;
  operator: { id: string; name: string; email: string; role: Role };
  /** True if the second factor is set up, or the identity provider authenticated the session. */
  ready: boolean;
  byOidc: boolean;
  /** End of the step-up; null without a step-up. */
  steppedUpUntil: Date | null;
}

/**
 * @param isPoll true for polling by an open page, which does not renew the session
 * @returns undefined without a session, for a session that has ended, and for a disabled operator
 */
export async function readSession(
  { auth, database }: { auth: Auth; database: Kysely<Database> },
  headers: Headers,
  { relayCookies, isPoll }: { relayCookies: (headers: Headers) => void; isPoll: boolean },
): Promise<ConsoleSession | undefined> {
  const found = await auth.api.getSession({
    headers,
    returnHeaders: true,
    query: { disableRefresh: isPoll },
  });
  if (!found.response) return undefined;
  const row = await database
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_sessions.user_id')
    .select(['operator_sessions.id', 'token', 'stepped_up_at', 'by_oidc', 'operator_sessions.created_at'])
    .select(['operators.id as operator_id', 'name', 'email', 'role', 'two_factor_enabled', 'disabled_at'])
    .where('operator_sessions.id', '=', found.response.session.id)
    .executeTakeFirst();
  if (!row || row.disabled_at !== null) return undefined;
  const now = Date.now();
  if (now - row.created_at.getTime() > sessionTotalMs) return undefined;
  relayCookies(found.headers);
  const steppedUpUntil = row.stepped_up_at && new Date(row.stepped_up_at.getTime() + stepUpMs);
  return {
    id: row.id,
    token: row.token,
    operator: { id: row.operator_id, name: row.name, email: row.email, role: row.role },
    ready: row.two_factor_enabled || row.by_oidc,
    byOidc: row.by_oidc,
    steppedUpUntil: steppedUpUntil && steppedUpUntil.getTime() > now ? steppedUpUntil : null,
  };
}
