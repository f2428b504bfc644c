/**
 * Sends due deliveries. A lease prevents two replicas from sending the same delivery. After a crash the
 * delivery is sent again.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { type PostOutcome, postJson } from './post.ts';
import { signedHeaders } from './sign.ts';

export interface DeliveryDependencies {
  database: Kysely<Database>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** True if plain HTTP and private addresses are allowed. */
  isDemo: boolean;
  /** Timeout of one request. */
  timeoutMs?: number;
}

const minute = 60;
const hour = 60 * minute;
/** Seconds from a failed attempt to the next one: ten attempts in three days. */
const pauses = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  22 * hour,
] as const;
export const maxAttempts = pauses.length + 1;
/** Max share of a pause that is added at random, so that deliveries are not retried at the same time. */
const jitter = 0.1;

const defaultTimeoutMs = 10_000;
const leaseMs = 60_000;
/**
 * Max deliveries of one endpoint in a round, so that a slow endpoint delays the others by one timeout at
 * most.
 */
const maxConcurrent = 5;

interface Leased {
  id: string;
  endpointId: string;
  attempt: number;
  messageId: string;
  type: string;
  data: object;
  /** Personal data of the event; null if the endpoint does not get it, or it was erased. */
  people: object | null;
  createdAt: Date;
  url: string;
  secret: string;
}

async function takeDue(database: Kysely<Database>): Promise<Leased[]> {
  const { rows } = await sql<Leased>`
    with due as (
      select delivery.id from webhook_endpoints endpoint cross join lateral (
        select id from webhook_deliveries
        where endpoint_id = endpoint.id and state = 'due' and next_try_at <= clock_timestamp()
          and coalesce(busy_until <= clock_timestamp(), true)
        order by next_try_at limit ${maxConcurrent} for update skip locked
      ) delivery
      where endpoint.paused_at is null
    ), taken as (
      update webhook_deliveries set attempts = attempts + 1,
        busy_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      from due where webhook_deliveries.id = due.id
      returning webhook_deliveries.*
    )
    select taken.id, taken.endpoint_id as "endpointId", taken.attempts as attempt, message.id as "messageId",
      message.type, message.data, case when endpoint.personal_data then message.people end as people,
      message.created_at as "createdAt", endpoint.url, endpoint.secret
    from taken join webhook_messages message on message.id = taken.message_id
      join webhook_endpoints endpoint on endpoint.id = taken.endpoint_id`.execute(database);
  return rows;
}

const isDelivered = ({ status }: PostOutcome) => status !== null && status >= 200 && status < 300;

/** Records an attempt. @returns true if its failure has paused the endpoint */
async function record(
  database: Kysely<Database>,
  { id, endpointId, attempt }: Leased,
  outcome: PostOutcome,
): Promise<boolean> {
  const pause = pauses[attempt - 1];
  const delivered = isDelivered(outcome);
  const state = delivered ? 'delivered' : pause === undefined ? 'failed' : 'due';
  const seconds = (pause ?? 0) * (1 + Math.random() * jitter);
  return transact(database, async (transaction) => {
    const own = await transaction
      .updateTable('webhook_deliveries')
      .set({
        state,
        busy_until: null,
        next_try_at: sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`,
      })
      .where('id', '=', id)
      .where('attempts', '=', attempt)
      .where('state', '=', 'due')
      .executeTakeFirst();
    // The delivery was removed, or leased again after its lease expired.
    if (own.numUpdatedRows === 0n) return false;
    await transaction
      .insertInto('webhook_attempts')
      .values({
        delivery_id: id,
        at: sql<Date>`clock_timestamp()`,
        duration_ms: outcome.durationMs,
        status: outcome.status,
        answer: outcome.answer,
      })
      .execute();
    if (state !== 'failed') return false;
    const paused = await transaction
      .updateTable('webhook_endpoints')
      .set({ paused_by: 'failures', paused_at: databaseNow })
      .where('id', '=', endpointId)
      .where('paused_at', 'is', null)
      .executeTakeFirst();
    return paused.numUpdatedRows > 0n;
  });
}

async function send(deps: DeliveryDependencies, delivery: Leased): Promise<void> {
  const { messageId: id, type, createdAt, data, people, url, secret } = delivery;
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data: { ...data, ...people } });
  const headers = signedHeaders({ id, seconds: Math.floor(Date.now() / 1_000), body, secret });
  const { isDemo, timeoutMs = defaultTimeoutMs } = deps;
  const outcome = await postJson(url, { headers, body }, { isDemo, timeoutMs });
  if (await record(deps.database, delivery, outcome))
    deps.log.warn(
      { endpoint: delivery.endpointId, status: outcome.status },
      'webhook endpoint paused: an event could not be delivered for three days',
    );
}

/** Sends all due deliveries. */
export async function deliverDue(deps: DeliveryDependencies): Promise<void> {
  for (;;) {
    const due = await takeDue(deps.database);
    if (due.length === 0) return;
    await Promise.all(due.map((delivery) => send(deps, delivery)));
  }
}
