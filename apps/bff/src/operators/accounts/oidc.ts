/** Begins a sign-in by the identity provider, and finishes it with the parameters of the redirect. */
import type { Kysely } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { OidcAuth } from './auth.ts';
import { type OidcSignIn, oidcProviderId, oidcSignIn } from './oidc-sign-in.ts';
import { stepUpMs } from './session-limits.ts';
import { unlessRefused, withCookiesOf } from './sign-in.ts';

/** @returns the provider's URL and the cookie with the state; undefined if better-auth refuses the call */
export async function beginOidc(auth: OidcAuth, headers: Headers) {
  return unlessRefused(
    auth.api.signInSocial({
      body: { provider: oidcProviderId, callbackURL: '/', errorCallbackURL: '/', disableRedirect: true },
      headers,
      returnHeaders: true,
    }),
  );
}

export interface OidcResult {
  operator: { id: string; email: string };
  headers: Headers;
}

/** A sign-in is a step-up only if the provider has authenticated the person within the last five minutes. */
const isFresh = ({ authTime }: OidcSignIn) =>
  authTime !== undefined && Date.now() - authTime * 1_000 < stepUpMs;

/** @returns undefined for a wrong code or state, a person who is not invited, and a disabled operator */
export async function finishOidc(
  { auth, database }: { auth: OidcAuth; database: Kysely<Database> },
  query: { code: string; state: string; iss?: string | undefined },
  headers: Headers,
): Promise<OidcResult | undefined> {
  const signIn: OidcSignIn = {};
  const answer = await oidcSignIn.run(signIn, () =>
    auth.api.callbackOAuth({
      method: 'GET',
      params: { id: oidcProviderId },
      query,
      headers,
      asResponse: true,
    }),
  );
  const failed = new URL(answer.headers.get('location') ?? '/', 'http://localhost').searchParams.has('error');
  if (answer.status >= 400 || failed) return undefined;
  const found = await auth.api.getSession({ headers: withCookiesOf(headers, answer.headers) });
  if (!found) return undefined;
  await database
    .updateTable('operator_sessions')
    .set({ by_oidc: true, ...(isFresh(signIn) && { stepped_up_at: databaseNow }) })
    .where('token', '=', found.session.token)
    .execute();
  return { operator: { id: found.user.id, email: found.user.email }, headers: answer.headers };
}
