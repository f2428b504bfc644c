/**
 * Verifies that browsers reach this server at PUBLIC_URL. An operator's browser fetches a signed address,
 * because behind some routers the server cannot reach its own public address.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { readSharedKey } from '../../platform/database/instance.ts';
import { recordRun } from '../../platform/jobs/queue-state.ts';
import { Refusal } from '../../platform/refusal.ts';

export interface ReachOptions {
  database: Kysely<Database>;
  /** Origin of the site. */
  publicUrl: string;
}

const validMs = 2 * 60_000;
const runName = 'site-reached';
const countsFor = '1 hour';

/** Signs with a key that site and console share, because they may be two processes. */
async function sign(database: Kysely<Database>, expiresMs: number): Promise<string> {
  const key = await readSharedKey(database);
  return createHmac('sha256', key).update(`${runName} ${expiresMs}`).digest('hex');
}

/** @returns an address of the site, valid for two minutes */
export async function makeReachUrl({ database, publicUrl }: ReachOptions): Promise<string> {
  const expiresMs = Date.now() + validMs;
  return new URL(`/api/reached/${expiresMs}-${await sign(database, expiresMs)}`, publicUrl).href;
}

/**
 * Records a request to a signed address.
 * @param origin origin of the request, as reported by the proxy
 * @throws Refusal `link_expired`, `other_origin`
 */
export async function recordReach(
  { database, publicUrl }: ReachOptions,
  { token, origin }: { token: string; origin: string },
): Promise<void> {
  const [expires, signature = ''] = token.split('-');
  const expected = Buffer.from(await sign(database, Number(expires)));
  const received = Buffer.from(signature);
  const isValid = expected.length === received.length && timingSafeEqual(expected, received);
  if (!isValid || Number(expires) < Date.now())
    throw new Refusal('not_found', 'link_expired', 'The address has expired. Check again.');
  if (origin !== new URL(publicUrl).origin)
    throw new Refusal(
      'conflict',
      'other_origin',
      `The request arrived as a request to ${origin}, but PUBLIC_URL is ${publicUrl}. Let the proxy pass the headers Host and X-Forwarded-Proto, and set TRUST_PROXY.`,
    );
  await recordRun(database, runName, 'succeeded');
}

/** @returns true if an operator's browser has reached the site within the last hour */
export async function isReached(database: Kysely<Database>): Promise<boolean> {
  const row = await database
    .selectFrom('schedule_runs')
    .select('name')
    .where('name', '=', runName)
    .where('succeeded_at', '>', sql<Date>`now() - ${countsFor}::interval`)
    .executeTakeFirst();
  return row !== undefined;
}
