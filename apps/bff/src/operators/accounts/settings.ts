import type { Env } from '../../platform/settings/env.ts';

/** The identity provider with which operators may sign in. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Name on the sign-in button. */
  name: string;
}

/** Settings of the console. */
export interface ConsoleSettings {
  /**
   * Public URL of the console: relying party of passkeys, base of links, and the only origin that may send
   * changes.
   */
  url: string;
  /** Signs cookies and encrypts the secrets of second factors. */
  secret: string;
  oidc?: OidcSettings | undefined;
  /** Folder with the build of the console's web app. */
  webDir: string;
  appEnv: Env['appEnv'];
  trustProxy: Env['trustProxy'];
}
