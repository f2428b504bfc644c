/**
 * Reads the claims about a person from the ID token, and from the userinfo endpoint if the token has no email
 * address.
 */
import { z } from 'zod';

const timeoutMs = 8_000;

const claims = z.object({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  /** When the person last authenticated, in seconds since 1970. */
  auth_time: z.number().optional().catch(undefined),
});
export type OidcClaims = z.output<typeof claims>;

const payloadOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

async function readUserInfo(url: string, accessToken: string): Promise<OidcClaims> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new TypeError(`the userinfo endpoint answers ${response.status}`);
  return claims.parse(await response.json());
}

/**
 * @param tokens the ID token must be verified
 * @returns null if there is no ID token or no email address, or the userinfo is about another person
 * @throws if the claims are invalid, or the userinfo endpoint fails
 */
export async function readClaims(
  { idToken, accessToken }: { idToken?: string | undefined; accessToken?: string | undefined },
  userInfoUrl: string | undefined,
): Promise<OidcClaims | null> {
  if (!idToken) return null;
  const tokenClaims = claims.parse(payloadOf(idToken));
  if (tokenClaims.email !== undefined) return tokenClaims;
  if (!userInfoUrl || !accessToken) return null;
  const info = await readUserInfo(userInfoUrl, accessToken);
  // A response about another person must not be used (OpenID Connect Core, 5.3.2).
  if (info.sub !== tokenClaims.sub || info.email === undefined) return null;
  return { ...info, auth_time: tokenClaims.auth_time };
}
