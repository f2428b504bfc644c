/** Reads an identity provider's metadata (OpenID Connect Discovery 1.0). */
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
  /** How the console authenticates at the token endpoint. */
  authentication: 'basic' | 'post';
}

const withoutSlash = (url: string) => url.replace(/\/$/, '');

/**
 * @throws TypeError if the document names another issuer, whose tokens must not be accepted (section 4.3)
 * @throws any other error if the document cannot be read
 */
export async function discoverProvider({
  issuer,
}: Pick<OidcSettings, 'issuer'>): Promise<DiscoveredProvider> {
  const discoveryUrl = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  const response = await fetch(discoveryUrl, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  const found = discovery.parse(await response.json());
  if (withoutSlash(found.issuer) !== withoutSlash(issuer))
    throw new TypeError(`the metadata of the identity provider has another issuer: ${found.issuer}`);
  const methods = found.token_endpoint_auth_methods_supported;
  return {
    discoveryUrl,
    userInfoUrl: found.userinfo_endpoint,
    // The specification's default is basic.
    authentication: methods?.includes('client_secret_post') ? 'post' : 'basic',
  };
}
