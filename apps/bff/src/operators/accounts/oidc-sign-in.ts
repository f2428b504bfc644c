/**
 * Constants and context of a sign-in by the identity provider. This module does not import better-auth, which
 * is loaded on the first call.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export const oidcProviderId = 'oidc';

/**
 * Path to which the provider redirects: a page of the console's web app, which posts the parameters to the
 * API.
 */
export const oidcReturnPath = '/sign-in/oidc';

/** Claims of one sign-in. */
export interface OidcSignIn {
  /** When the person last authenticated at the provider, in seconds since 1970. */
  authTime?: number;
}
export const oidcSignIn = new AsyncLocalStorage<OidcSignIn>();
