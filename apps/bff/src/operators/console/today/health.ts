/**
 * Reads the health of the upstream, external services and workers, from the database, this process, and a
 * call to the upstream. Missing information is shown as unknown.
 */
import type { HealthItem, HealthState } from '@meridian/contracts/operators/console/insights';
import { type Kysely, sql } from 'kysely';
import { listEndpoints } from '../../../integrations/webhooks/endpoints.ts';
import { oldestUndeliveredSeconds } from '../../../leads/ledger/lead-queries.ts';
import { countMails } from '../../../mail/outbox/mail-figures.ts';
import { readContentFaults } from '../../../partners/upstream/content-faults.ts';
import type { UpstreamClient } from '../../../partners/upstream/upstream-client.ts';
import type { Database } from '../../../platform/database/database.ts';
import { minIdSince } from '../../../platform/database/id-at.ts';
import { queueDepths, scheduleRuns } from '../../../platform/jobs/queue-state.ts';
import { countListeners } from '../../../site/purge/purge-channel.ts';
import { countOf } from '../../actions/confirmed.ts';
import { agoText } from './ago-text.ts';
import { backupsItem } from './backups-health.ts';
import { memoizeFor } from './memoize.ts';

const keptMs = 10_000;
const minuteSeconds = 60;

type ContentReader = Pick<UpstreamClient, 'readOptional'>;

/** Health information of this process. */
export interface KnownHealth {
  upstreamState: () => 'up' | 'down' | 'unknown';
  sendsMail: boolean;
}

/** Describes the result of this process's last call to the upstream. */
function upstreamItem(state: ReturnType<KnownHealth['upstreamState']>): HealthItem {
  const states = { up: 'good', down: 'bad', unknown: 'unknown' } as const;
  const details = {
    up: 'answered the last call',
    down: 'did not answer the last call: cached pages are served, seats cannot be sold',
    unknown: 'unknown: this process has not called it yet',
  };
  return { name: 'Upstream', state: states[state], detail: details[state] };
}

async function contentItem(upstream: ContentReader): Promise<HealthItem> {
  const faults = await readContentFaults(upstream);
  if (!faults)
    return {
      name: 'Content',
      state: 'unknown',
      detail: 'the upstream does not report mistakes in its content',
    };
  const { length: count } = faults;
  const held = new Set(faults.filter(({ effect }) => effect !== 'warning').map(({ file }) => file)).size;
  if (count === 0) return { name: 'Content', state: 'good', detail: 'no mistakes in its files' };
  return {
    name: 'Content',
    state: 'attention',
    detail: `${count} ${count === 1 ? 'mistake' : 'mistakes'} in its files${held > 0 ? `; ${held} ${held === 1 ? 'file is' : 'files are'} not in use as edited` : ''}: see Catalogue`,
  };
}

async function crmItem(database: Kysely<Database>, nowMs: number): Promise<HealthItem> {
  const [{ rows }, waitingSeconds] = await Promise.all([
    sql<{ paused_until: Date | null; delivered_at: Date | null }>`select
      (select paused_until from crm_session where id = 1 and paused_until > now()) as paused_until,
      (select max(delivered_at) from leads where id > ${minIdSince(sql`now() - interval '7 days'`)}) as delivered_at`.execute(
      database,
    ),
    oldestUndeliveredSeconds(database),
  ]);
  const { paused_until: pausedUntil = null, delivered_at: deliveredAt = null } = rows[0] ?? {};
  const last = deliveredAt
    ? `last lead delivered ${agoText(deliveredAt, nowMs)}`
    : 'no lead of the last seven days was delivered';
  const waits = `; the oldest undelivered one has waited for ${countOf(Math.round(waitingSeconds / minuteSeconds), 'minute')}`;
  const state: HealthState = pausedUntil
    ? 'bad'
    : waitingSeconds > 30 * minuteSeconds
      ? 'attention'
      : deliveredAt
        ? 'good'
        : 'unknown';
  return {
    name: 'CRM',
    state,
    detail: `${pausedUntil ? 'paused after a refusal; ' : ''}${last}${waitingSeconds > 0 ? waits : ''}`,
  };
}

/** The reconciler calls Razorpay every five minutes, so its last run shows whether Razorpay responds. */
async function paymentsItem(database: Kysely<Database>, nowMs: number): Promise<HealthItem> {
  const run = (await scheduleRuns(database)).find(({ schedule }) => schedule === 'reconcile-payments');
  if (!run?.succeededAt && !run?.failedAt)
    return { name: 'Razorpay', state: 'unknown', detail: 'the reconciler has not run yet' };
  const failed = (run.failedAt?.getTime() ?? 0) > (run.succeededAt?.getTime() ?? 0);
  const isLate = nowMs - (run.succeededAt?.getTime() ?? 0) > 20 * 60_000;
  return {
    name: 'Razorpay',
    state: isLate ? 'bad' : failed ? 'attention' : 'good',
    detail: `${run.succeededAt ? `payments were compared ${agoText(run.succeededAt, nowMs)}` : 'payments have not been compared yet'}${failed ? '; the last attempt failed' : ''}`,
  };
}

async function mailItem(database: Kysely<Database>, sendsMail: boolean): Promise<HealthItem> {
  if (!sendsMail) return { name: 'Email', state: 'unknown', detail: 'no mail server is set' };
  const { due, oldestDueSeconds, refused, bounced } = await countMails(database);
  const minutes = Math.round(oldestDueSeconds / minuteSeconds);
  return {
    name: 'Email',
    state: oldestDueSeconds > 15 * minuteSeconds ? 'bad' : refused + bounced > 0 ? 'attention' : 'good',
    detail: `${due} to be sent${minutes > 0 ? `, the oldest for ${countOf(minutes, 'minute')}` : ''}; ${refused} refused, ${bounced} bounced`,
  };
}

async function webhooksItem(database: Kysely<Database>): Promise<HealthItem> {
  const endpoints = await listEndpoints(database);
  const sum = (read: (endpoint: (typeof endpoints)[number]) => number) =>
    endpoints.reduce((total, endpoint) => total + read(endpoint), 0);
  const failing = endpoints.filter(({ paused_by: by }) => by === 'failures').length;
  const failed = sum((endpoint) => endpoint.failed);
  if (endpoints.length === 0) return { name: 'Webhooks', state: 'good', detail: 'no outgoing endpoints' };
  return {
    name: 'Webhooks',
    state: failing > 0 ? 'bad' : failed > 0 ? 'attention' : 'good',
    detail: `${failing > 0 ? `${failing} of ` : ''}${endpoints.length} outgoing ${endpoints.length === 1 ? 'endpoint' : 'endpoints'}${failing > 0 ? ' paused after failures' : ''}; ${sum(({ due }) => due)} due, ${failed} failed`,
  };
}

async function queuesItem(database: Kysely<Database>): Promise<HealthItem> {
  const queues = await queueDepths(database);
  const sum = (read: (queue: (typeof queues)[number]) => number) =>
    queues.reduce((total, queue) => total + read(queue), 0);
  const dead = sum(({ dead: jobs }) => jobs);
  const oldest = Math.max(0, ...queues.map(({ oldestWaitingSeconds }) => oldestWaitingSeconds));
  const minutes = Math.round(oldest / minuteSeconds);
  const waiting = sum(({ waiting: jobs }) => jobs);
  const late = minutes > 0 ? `, the oldest for ${countOf(minutes, 'minute')}` : '';
  return {
    name: 'Queues',
    state: oldest > 10 * minuteSeconds ? 'bad' : dead > 0 ? 'attention' : 'good',
    detail: `${waiting} ${waiting === 1 ? 'job waits' : 'jobs wait'}${late}; ${dead} failed`,
  };
}

async function replicasItem(database: Kysely<Database>): Promise<HealthItem> {
  const [sites, { rows }] = await Promise.all([
    countListeners(database),
    sql<{ standbys: number }>`select count(*)::integer as standbys from pg_stat_replication`.execute(
      database,
    ),
  ]);
  const standbys = rows[0]?.standbys ?? 0;
  return {
    name: 'Replicas',
    state: sites > 0 ? 'good' : 'bad',
    detail: `${sites} of the site; standbys of the database: ${standbys > 0 ? standbys : 'none seen'}`,
  };
}

/** @returns an item with the state `unknown` if the item cannot be read, so that the others are shown */
function orUnknown(name: string, item: Promise<HealthItem>): Promise<HealthItem> {
  return item.catch(() => ({ name, state: 'unknown', detail: 'could not be read' }));
}

async function readHealth(database: Kysely<Database>, sendsMail: boolean): Promise<HealthItem[]> {
  const nowMs = Date.now();
  return Promise.all([
    orUnknown('CRM', crmItem(database, nowMs)),
    orUnknown('Razorpay', paymentsItem(database, nowMs)),
    orUnknown('Email', mailItem(database, sendsMail)),
    orUnknown('Webhooks', webhooksItem(database)),
    orUnknown('Queues', queuesItem(database)),
    orUnknown('Replicas', replicasItem(database)),
    orUnknown('Backups', backupsItem(database, nowMs)),
  ]);
}
const memoizedHealth = memoizeFor(keptMs, readHealth);
const unreachableContent: HealthItem = {
  name: 'Content',
  state: 'unknown',
  detail: 'not known while the upstream does not answer',
};
const memoizedContent = memoizeFor(keptMs, (upstream: ContentReader, _key: 'all') =>
  orUnknown('Content', contentItem(upstream)),
);

export async function healthOf(
  database: Kysely<Database>,
  upstream: ContentReader,
  known: KnownHealth,
): Promise<HealthItem[]> {
  const state = known.upstreamState();
  const [content, others] = await Promise.all([
    // If the upstream is down, its content is not requested, so that the page does not wait.
    state === 'down' ? unreachableContent : memoizedContent(upstream, 'all'),
    memoizedHealth(database, known.sendsMail),
  ]);
  return [upstreamItem(state), content, ...others];
}
