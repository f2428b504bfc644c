/** What an identity provider says of itself (OpenID Connect Discovery 1.0). */
import { z } from 'zod';
import type { OidcSettings } from './settings.ts';

const timeoutMs = 8_000;

const discovery = z.object({
  issuer: z.string(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

export interface DiscoveredProvider {
  discoveryUrl: string;
  userInfoUrl: string | undefined;
  /** How the console authenticates when it redeems a code. */
  authentication: 'basic' | 'post';
}

const withoutSlash = (url: string) => url.replace(/\/$/, '');

/** @throws TypeError if the document is another issuer's, whose tokens would be taken for those of ours (4.3) */
export async function discoverProvider({
  issuer,
}: Pick<OidcSettings, 'issuer'>): Promise<DiscoveredProvider> {
  const discoveryUrl = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  const response = await fetch(discoveryUrl, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  const found = discovery.parse(await response.json());
  if (withoutSlash(found.issuer) !== withoutSlash(issuer))
    throw new TypeError(`the identity provider says that its issuer is ${found.issuer}`);
  const methods = found.token_endpoint_auth_methods_supported;
  return {
    discoveryUrl,
    userInfoUrl: found.userinfo_endpoint,
    // If nothing is said it is basic.
    authentication: methods?.includes('client_secret_post') ? 'post' : 'basic',
  };
}
