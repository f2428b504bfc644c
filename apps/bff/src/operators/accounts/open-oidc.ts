import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { OidcAuth } from './auth.ts';
import { discoverProvider } from './oidc-discovery.ts';
import { oidcProviderId } from './oidc-sign-in.ts';
import type { ConsoleSettings } from './settings.ts';

const discoveryTimeoutMs = 8_000;

async function exists(auth: OidcAuth): Promise<boolean> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), discoveryTimeoutMs);
  try {
    const context = await Promise.race([auth.$context, late.promise]);
    return context?.socialProviders.some(({ id }) => id === oidcProviderId) ?? false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @returns a function that returns the sign-in by the identity provider. Each call attempts discovery until
 * one attempt succeeds. The function returns undefined until then, and if no provider is set
 */
export function createOidcOpener(
  database: Kysely<Database>,
  settings: ConsoleSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
) {
  let known: OidcAuth | undefined;
  return async (): Promise<OidcAuth | undefined> => {
    const { oidc } = settings;
    if (known || !oidc) return known;
    try {
      const provider = await discoverProvider(oidc);
      const { createOidcAuth } = await import('./auth.ts');
      const auth = createOidcAuth(database, { ...settings, oidc }, provider);
      if (await exists(auth)) known = auth;
    } catch (error) {
      log.warn({ err: error }, 'the identity provider cannot be used');
    }
    return known;
  };
}
