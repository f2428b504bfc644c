import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { transact } from '../../../platform/database/transact.ts';
import { type OnRemoteCall, observed } from '../../../platform/remote/observed.ts';
import { RemoteError } from '../../../platform/remote/remote-error.ts';
import { refusedPauseSeconds } from './zoho-answers.ts';
import { callZoho } from './zoho-http.ts';

export interface ZohoSettings {
  accountsUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  /** Unique field with our lead id. */
  leadIdField?: string;
}

export interface ZohoToken {
  accessToken: string;
  /** Base URL of the record API. */
  apiDomain: string;
}

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  api_domain: z.string(),
  expires_in: z.coerce.number().positive().default(3_600),
});
const tokenRefusal = z.object({ error: z.string() });

/** A token is renewed this long before its expiry, so that it does not expire during a call. */
const marginSeconds = 120;
const throttledPauseSeconds = 60;
const timeoutMs = 10_000;

const zohoHost = /(^|\.)zoho(apis)?\.(com|in|eu|jp|ca|sa|uk|ae|com\.au|com\.cn)$/;

/**
 * Zoho's answer contains the base URL of the API. Only Zoho's hosts and the host of the accounts server are
 * accepted.
 */
export function isAllowedDomain(apiDomain: string, accountsUrl: string): boolean {
  const url = URL.parse(apiDomain);
  if (!url) return false;
  if (url.origin === new URL(accountsUrl).origin) return true;
  return url.protocol === 'https:' && zohoHost.test(url.hostname);
}

/**
 * Requests a new access token.
 * @throws RemoteError
 */
export async function requestToken(
  settings: ZohoSettings,
): Promise<ZohoToken & { expiresInSeconds: number }> {
  const reply = await callZoho(new URL('/oauth/v2/token', settings.accountsUrl).href, {
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: settings.refreshToken,
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
    }),
    timeoutMs,
  });
  const answer = tokenAnswer.safeParse(reply.json);
  if (answer.success) {
    const { access_token: accessToken, api_domain: apiDomain, expires_in: expiresInSeconds } = answer.data;
    if (!isAllowedDomain(apiDomain, settings.accountsUrl))
      throw new RemoteError('crm', 'unauthorized', 'api_domain is not Zoho', {
        retryAfterSeconds: refusedPauseSeconds,
      });
    return { accessToken, apiDomain, expiresInSeconds };
  }
  const refusal = tokenRefusal.safeParse(reply.json);
  if (refusal.success && /^(invalid|unsupported|unauthorized)_/.test(refusal.data.error))
    throw new RemoteError('crm', 'unauthorized', `token: ${refusal.data.error}`, {
      retryAfterSeconds: refusedPauseSeconds,
    });
  if (reply.httpStatus >= 500)
    throw new RemoteError('crm', 'server_error', `token: HTTP ${reply.httpStatus}`);
  // Zoho answers a throttled token request with 200 and no token.
  throw new RemoteError('crm', 'throttled', 'token: throttled', { retryAfterSeconds: throttledPauseSeconds });
}

/**
 * Access token shared by all replicas through the database. The replica that renews the token locks the row,
 * so only one renewal runs at a time.
 * @returns a function that returns a valid token, other than the token that Zoho rejected
 */
export function createTokenSource(database: Kysely<Database>, settings: ZohoSettings, onCall?: OnRemoteCall) {
  const credentials = createHash('sha256')
    .update([settings.accountsUrl, settings.clientId, settings.refreshToken].join('\n'))
    .digest('hex');

  async function read(
    connection: Kysely<Database>,
    rejected: string | undefined,
    options: { lock: boolean },
  ): Promise<ZohoToken | undefined> {
    const session = await connection
      .selectFrom('crm_session')
      .select(['access_token', 'api_domain', 'credentials'])
      .select(sql<boolean>`coalesce(expires_at > now(), false)`.as('valid'))
      .$if(options.lock, (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    const { access_token: accessToken, api_domain: apiDomain, valid } = session;
    const usable = valid && session.credentials === credentials && accessToken !== rejected;
    return usable && accessToken !== null && apiDomain !== null ? { accessToken, apiDomain } : undefined;
  }

  const renew = (rejected: string | undefined): Promise<ZohoToken> =>
    transact(database, async (transaction) => {
      const renewedByAnother = await read(transaction, rejected, { lock: true });
      if (renewedByAnother) return renewedByAnother;
      const token = await observed({ remote: 'crm', call: 'token', onCall }, () => requestToken(settings));
      const lifetimeSeconds = Math.max(token.expiresInSeconds - marginSeconds, 1);
      await transaction
        .updateTable('crm_session')
        .set({
          access_token: token.accessToken,
          api_domain: token.apiDomain,
          credentials,
          expires_at: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
        })
        .execute();
      return token;
    });

  const readOrRenew = async (rejected: string | undefined): Promise<ZohoToken> =>
    (await read(database, rejected, { lock: false })) ?? renew(rejected);

  let flight: Promise<ZohoToken> | undefined;
  return async (rejected?: string): Promise<ZohoToken> => {
    // Single flight per process, on one connection.
    flight ??= readOrRenew(rejected).finally(() => {
      flight = undefined;
    });
    const token = await flight;
    return token.accessToken === rejected ? readOrRenew(rejected) : token;
  };
}
