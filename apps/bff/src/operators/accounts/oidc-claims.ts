/** Claims about a person: of the ID token, and of the userinfo endpoint where the token leaves out the address. */
import { z } from 'zod';

const timeoutMs = 8_000;

const claims = z.object({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  /** When the person last entered a password or the like, in seconds since 1970. */
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
 * @param tokens whose ID token has been verified, if there is one
 * @returns null without an ID token or an address @throws if the userinfo endpoint does not answer
 */
export async function readClaims(
  { idToken, accessToken }: { idToken?: string | undefined; accessToken?: string | undefined },
  userInfoUrl: string | undefined,
): Promise<OidcClaims | null> {
  if (!idToken) return null;
  const said = claims.parse(payloadOf(idToken));
  if (said.email !== undefined) return said;
  if (!userInfoUrl || !accessToken) return null;
  const info = await readUserInfo(userInfoUrl, accessToken);
  // An answer about another person must not be used (OpenID Connect Core, 5.3.2).
  if (info.sub !== said.sub || info.email === undefined) return null;
  return { ...info, auth_time: said.auth_time };
}
