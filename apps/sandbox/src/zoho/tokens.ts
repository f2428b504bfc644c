import { randomBytes } from 'node:crypto';
import type { Settings } from '../env.ts';

export const lifetimeSeconds = 3_600;
const windowMs = 10 * 60_000;
const tokensPerWindow = 10;
const tokensAlive = 15;

export interface TokenRequest {
  grant_type?: string;
  client_id?: string;
  client_secret?: string;
  refresh_token?: string;
}

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Access tokens with Zoho's limits: at most 10 new tokens in 10 minutes and 15 valid tokens, each valid for
 * an hour.
 */
export function createTokens(
  settings: Pick<Settings, 'zohoClientId' | 'zohoClientSecret' | 'zohoRefreshToken'>,
) {
  let alive: { token: string; expiresAtMs: number }[] = [];
  let issuedAtMs: number[] = [];
  let issuedEver = 0;

  return {
    /** @returns Zoho's error for an invalid request; undefined if it is valid */
    refusal(requested: TokenRequest): string | undefined {
      if (requested.grant_type !== 'refresh_token') return 'unsupported_grant_type';
      if (requested.client_id !== settings.zohoClientId) return 'invalid_client';
      if (requested.client_secret !== settings.zohoClientSecret) return 'invalid_client_secret';
      if (requested.refresh_token !== settings.zohoRefreshToken) return 'invalid_code';
      return undefined;
    },
    /** @returns a new access token; undefined while throttled */
    issue(): string | undefined {
      const nowMs = Date.now();
      issuedAtMs = issuedAtMs.filter((atMs) => atMs > nowMs - windowMs);
      if (issuedAtMs.length >= tokensPerWindow) return undefined;
      issuedAtMs.push(nowMs);
      issuedEver += 1;
      const token = `1000.${randomBytes(16).toString('hex')}.${randomBytes(16).toString('hex')}`;
      alive = [...alive, { token, expiresAtMs: nowMs + lifetimeSeconds * 1_000 }].slice(-tokensAlive);
      return token;
    },
    /** @returns the number of tokens issued since the last reset */
    issued: (): number => issuedEver,
    accepts: (token: string): boolean =>
      alive.some((entry) => entry.token === token && entry.expiresAtMs > Date.now()),
    revoke(token: string): void {
      alive = alive.filter((entry) => entry.token !== token);
    },
    clear(): void {
      alive = [];
      issuedAtMs = [];
      issuedEver = 0;
    },
  };
}
