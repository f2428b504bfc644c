/**
 * Sign-in by an identity provider (OpenID Connect). The provider authenticates people; our invitations
 * authorize them.
 */
import { randomUUID } from 'node:crypto';
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Kysely } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { recordAudit } from '../audit/record-entry.ts';
import { useOpenInvitation } from './invitations.ts';
import { readClaims } from './oidc-claims.ts';
import type { DiscoveredProvider } from './oidc-discovery.ts';
import { oidcProviderId, oidcReturnPath, oidcSignIn } from './oidc-sign-in.ts';
import type { OidcSettings } from './settings.ts';

/**
 * Creates the operator account of an invited person. Existing operators do not change. Other people get no
 * account, so their sign-in is refused.
 */
async function enrolInvited(database: Kysely<Database>, email: string, name: string): Promise<void> {
  await transact(database, async (transaction) => {
    const known = await transaction
      .selectFrom('operators')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    if (known) return;
    const invitation = await useOpenInvitation(transaction, email);
    if (!invitation) return;
    const id = randomUUID();
    await transaction
      .insertInto('operators')
      .values({
        id,
        name: name || email,
        email,
        role: invitation.role,
        email_verified: true,
        created_at: databaseNow,
        updated_at: databaseNow,
      })
      .execute();
    await recordAudit(transaction, {
      actor: { id, email },
      action: 'operator.enrol',
      subject: { kind: 'operator', id },
      detail: { role: invitation.role, how: 'identity provider' },
    });
  });
}

/** The OpenID Connect plugin of better-auth, which reads the discovery document again when it starts. */
export function oidcPlugin(
  database: Kysely<Database>,
  consoleUrl: string,
  { clientId, clientSecret, name }: OidcSettings,
  { discoveryUrl, userInfoUrl, authentication }: DiscoveredProvider,
) {
  const provider: GenericOAuthConfig = {
    providerId: oidcProviderId,
    name,
    clientId,
    clientSecret,
    discoveryUrl,
    authentication,
    requireIdTokenVerification: true,
    redirectURI: new URL(oidcReturnPath, consoleUrl).href,
    scopes: ['openid', 'email', 'profile'],
    prompt: 'login',
    // Requests `auth_time`, which decides whether a sign-in counts as a step-up.
    authorizationUrlParams: { max_age: '0' },
    disableSignUp: true,
    // Called after the ID token is verified, and for responses without an ID token. Overrides the default,
    // which reads only the userinfo endpoint and so has no `auth_time`.
    async getUserInfo(tokens) {
      const claims = await readClaims(tokens, userInfoUrl).catch(() => null);
      if (!claims) return null;
      const { sub, email, email_verified: verified = false, name: given = '', auth_time: authTime } = claims;
      const signIn = oidcSignIn.getStore();
      if (signIn && authTime !== undefined) signIn.authTime = authTime;
      if (verified && email !== undefined) await enrolInvited(database, email.trim().toLowerCase(), given);
      return { id: sub, sub, email, emailVerified: verified, name: given };
    },
  };
  return genericOAuth({ config: [provider] });
}
