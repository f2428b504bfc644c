import type { Env } from '../../platform/settings/env.ts';

/** The identity provider by which operators may sign in. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** As the button names it. */
  name: string;
}

/** What the console is run with. */
export interface ConsoleSettings {
  /** Public address of the console: relying party of passkeys, base of links, the only origin that may write. */
  url: string;
  /** Signs cookies and encrypts the secrets of second factors. */
  secret: string;
  oidc?: OidcSettings | undefined;
  /** Folder of the built application. */
  webDir: string;
  appEnv: Env['appEnv'];
  trustProxy: Env['trustProxy'];
}
