/** What a sign-in by an identity provider is known by. Without the library, which loads with the first call. */
import { AsyncLocalStorage } from 'node:async_hooks';

export const oidcProviderId = 'oidc';

/** Where the provider sends the browser: a page of the application, which posts what it got. */
export const oidcReturnPath = '/sign-in/oidc';

/** What the provider said in one sign-in. */
export interface OidcSignIn {
  /** When the person last entered a password or the like there, in seconds since 1970. */
  authTime?: number;
}
export const oidcSignIn = new AsyncLocalStorage<OidcSignIn>();
