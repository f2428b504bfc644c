import type { Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { ConsoleSettings } from '../settings.ts';
import type { OidcAuth } from './auth.ts';
import { oidcProviderId } from './oidc-auth.ts';

const discoveryTimeoutMs = 8_000;

async function isThere(auth: OidcAuth): Promise<boolean> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), discoveryTimeoutMs);
  try {
    const context = await Promise.race([auth.$context, late.promise]);
    return context?.socialProviders.some(({ id }) => id === oidcProviderId) ?? false;
  } finally {
    clearTimeout(timer);
  }
}

/** @returns opens sign-in by the identity provider: once it was reached, and anew at each call until then */
export function createOidcOpener(database: Kysely<Database>, settings: ConsoleSettings) {
  let known: OidcAuth | undefined;
  return async (): Promise<OidcAuth | undefined> => {
    const { oidc } = settings;
    if (known || !oidc) return known;
    const { createOidcAuth } = await import('./auth.ts');
    const auth = createOidcAuth(database, { ...settings, oidc });
    if (!(await isThere(auth).catch(() => false))) return undefined;
    known = auth;
    return known;
  };
}
