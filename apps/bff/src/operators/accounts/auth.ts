/**
 * Configures better-auth, which signs operators in, on our tables. The HTTP routes of better-auth are not
 * served: our routes call its functions.
 */
import { passkey } from '@better-auth/passkey';
import { APIError, betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { CamelCasePlugin, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { oidcPlugin } from './oidc-auth.ts';
import type { DiscoveredProvider } from './oidc-discovery.ts';
import { cookiePrefix, isSecure } from './session-cookie.ts';
import { minPasswordLength, sessionIdleSeconds } from './session-limits.ts';
import type { ConsoleSettings } from './settings.ts';

const renewSeconds = 5 * 60;

function optionsOf(database: Kysely<Database>, settings: Pick<ConsoleSettings, 'url' | 'secret'>) {
  const { url, secret } = settings;
  const { origin } = new URL(url);
  const refuseDisabled = async (userId: string) => {
    const operator = await database
      .selectFrom('operators')
      .select('disabled_at')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!operator || operator.disabled_at !== null) throw new APIError('UNAUTHORIZED');
  };
  return {
    baseURL: url,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // The library uses camel case, and our columns use snake case.
    database: { db: database.withPlugin(new CamelCasePlugin()), type: 'postgres' as const },
    user: { modelName: 'operators' },
    session: {
      modelName: 'operator_sessions',
      expiresIn: sessionIdleSeconds,
      updateAge: renewSeconds,
      // Sessions are read from the database each time, so that an ended session is refused immediately.
      cookieCache: { enabled: false },
    },
    account: { modelName: 'operator_accounts' },
    verification: { modelName: 'operator_verifications' },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength, maxPasswordLength: 128 },
    // `failures.ts` limits attempts instead, for all replicas together.
    rateLimit: { enabled: false },
    trustedOrigins: [origin],
    databaseHooks: {
      session: { create: { before: ({ userId }: { userId: string }) => refuseDisabled(userId) } },
    },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(url),
      defaultCookieAttributes: {
        secure: isSecure(url),
        httpOnly: true,
        sameSite: 'strict' as const,
        path: '/',
      },
    },
  };
}

function pluginsOf({ url }: Pick<ConsoleSettings, 'url'>) {
  const { hostname, origin } = new URL(url);
  return [
    twoFactor({ schema: { twoFactor: { modelName: 'operator_two_factors' } } }),
    passkey({
      rpID: hostname,
      origin,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      authentication: {
        // A passkey counts as two factors only with user verification.
        async afterVerification({ verification }) {
          if (!verification.authenticationInfo.userVerified) throw new APIError('UNAUTHORIZED');
        },
      },
      advanced: { webAuthnChallengeCookie: 'challenge' },
      schema: {
        passkey: { modelName: 'operator_passkeys', fields: { credentialID: 'credentialId' } },
      },
    }),
  ] as const;
}

type AuthSettings = Pick<ConsoleSettings, 'url' | 'secret'>;

export function createAuth(database: Kysely<Database>, settings: AuthSettings) {
  return betterAuth({ ...optionsOf(database, settings), plugins: [...pluginsOf(settings)] });
}
export type Auth = ReturnType<typeof createAuth>;

/** Removes the provider's tokens, which are not needed, before an account is stored. */
async function withoutTokens<Account extends object>(account: Account) {
  const none = { accessToken: null, refreshToken: null, idToken: null };
  return { data: { ...account, ...none } };
}

/**
 * Configures sign-in by the identity provider, with the same sessions as sign-in by password. This instance
 * of better-auth is separate, so that discovery does not delay sign-in by password.
 */
export function createOidcAuth(
  database: Kysely<Database>,
  settings: AuthSettings & { oidc: NonNullable<ConsoleSettings['oidc']> },
  provider: DiscoveredProvider,
) {
  const { databaseHooks, ...options } = optionsOf(database, settings);
  return betterAuth({
    ...options,
    account: { ...options.account, updateAccountOnSignIn: false },
    databaseHooks: { ...databaseHooks, account: { create: { before: withoutTokens } } },
    plugins: [oidcPlugin(database, settings.url, settings.oidc, provider)],
  });
}
export type OidcAuth = ReturnType<typeof createOidcAuth>;
