/**
 * Constants and context of a sign-in by the identity provider. Does not import the library, which is loaded
 * on the first call.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export const oidcProviderId = 'oidc';

/** Redirect path: a page of the application, which posts the parameters to the console. */
export const oidcReturnPath = '/sign-in/oidc';

/** Claims of one sign-in. */
export interface OidcSignIn {
  /** When the person last authenticated at the provider, in seconds since 1970. */
  authTime?: number;
}
export const oidcSignIn = new AsyncLocalStorage<OidcSignIn>();
