/** Lists and changes endpoints of outgoing webhooks for operators. */
import { randomUUIDv7 } from 'node:crypto';
import type { WebhookAttemptRow, WebhookEndpointRow } from '@meridian/contracts/operators/actions/webhooks';
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import { refusalOfUrl } from './public-address.ts';
import { newSecret, shownSecret } from './sign.ts';

/** Limited because each event is stored with one delivery for each endpoint. */
const maxEndpoints = 20;

interface Row extends Omit<WebhookEndpointRow, 'paused_at' | 'created_at'> {
  paused_at: Date | null;
  created_at: Date;
}

/** @returns all endpoints, the oldest first */
export async function listEndpoints(database: Kysely<Database>): Promise<WebhookEndpointRow[]> {
  const { rows } = await sql<Row>`
    select id, url, events, personal_data, paused_by, paused_at, created_at,
      count(delivery.state) filter (where delivery.state = 'due')::integer as due,
      count(delivery.state) filter (where delivery.state = 'failed')::integer as failed
    from webhook_endpoints left join lateral (
      select state from webhook_deliveries
      where endpoint_id = webhook_endpoints.id and state <> 'delivered'
    ) delivery on true
    group by id order by created_at, id`.execute(database);
  return rows.map(({ paused_at: pausedAt, created_at: at, ...row }) => ({
    ...row,
    paused_at: pausedAt?.toISOString() ?? null,
    created_at: at.toISOString(),
  }));
}

const unknown = () => new Refusal('not_found', 'endpoint_unknown', 'Endpoint not found.');

/** @throws Refusal `endpoint_unknown` */
async function readEndpoint(database: Kysely<Database>, id: string): Promise<WebhookEndpointRow> {
  const row = (await listEndpoints(database)).find((endpoint) => endpoint.id === id);
  if (!row) throw unknown();
  return row;
}

/** @returns attempts of one endpoint, or of all endpoints, newest first */
export async function listAttempts(
  database: Kysely<Database>,
  { endpoint, limit }: { endpoint?: string | undefined; limit: number },
): Promise<WebhookAttemptRow[]> {
  const { rows } = await sql<Omit<WebhookAttemptRow, 'at'> & { at: Date }>`
    select attempt.id::text, delivery.endpoint_id as endpoint, delivery.id as delivery, message.id as message,
      message.type as event, attempt.at, attempt.duration_ms, attempt.status, attempt.answer, delivery.state
    from webhook_attempts attempt
      join webhook_deliveries delivery on delivery.id = attempt.delivery_id
      join webhook_messages message on message.id = delivery.message_id
    where ${endpoint ?? null}::uuid is null or delivery.endpoint_id = ${endpoint ?? null}::uuid
    order by attempt.id desc limit ${limit}`.execute(database);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

interface WithSecret {
  endpoint: WebhookEndpointRow;
  /** Shown only once. */
  secret: string;
}

/** @throws Refusal `url_refused`; `too_many` */
export async function addEndpoint(
  transaction: Transaction<Database>,
  { url, events, personalData }: { url: string; events: readonly string[]; personalData: boolean },
  isDemo: boolean,
): Promise<WithSecret> {
  const refusal = refusalOfUrl(new URL(url), isDemo);
  if (refusal !== undefined) throw invalidField('url_refused', 'url', refusal);
  const { count } = await transaction
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxEndpoints)
    throw new Refusal('conflict', 'too_many', `There are ${maxEndpoints} endpoints. Remove one first.`);
  const [id, secret] = [randomUUIDv7(), newSecret()];
  await transaction
    .insertInto('webhook_endpoints')
    .values({ id, url, events: [...events], personal_data: personalData, secret, created_at: databaseNow })
    .execute();
  return { endpoint: await readEndpoint(transaction, id), secret: shownSecret(secret) };
}

/** Removes an endpoint with its deliveries and its log. @throws Refusal `endpoint_unknown` */
export async function removeEndpoint(transaction: Transaction<Database>, id: string): Promise<void> {
  const removed = await transaction
    .deleteFrom('webhook_endpoints')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw unknown();
}

/** Pauses an endpoint. Its deliveries wait. @throws Refusal `endpoint_unknown` */
export async function pauseEndpoint(
  transaction: Transaction<Database>,
  id: string,
): Promise<WebhookEndpointRow> {
  await transaction
    .updateTable('webhook_endpoints')
    .set({ paused_by: 'operator', paused_at: databaseNow })
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .execute();
  return readEndpoint(transaction, id);
}

/** @throws Refusal `endpoint_unknown` */
export async function resumeEndpoint(
  transaction: Transaction<Database>,
  id: string,
): Promise<WebhookEndpointRow> {
  await transaction
    .updateTable('webhook_endpoints')
    .set({ paused_by: null, paused_at: null })
    .where('id', '=', id)
    .execute();
  return readEndpoint(transaction, id);
}

/** Replaces the secret; the previous one is no longer used. @throws Refusal `endpoint_unknown` */
export async function rotateSecret(transaction: Transaction<Database>, id: string): Promise<WithSecret> {
  const secret = newSecret();
  await transaction.updateTable('webhook_endpoints').set({ secret }).where('id', '=', id).execute();
  return { endpoint: await readEndpoint(transaction, id), secret: shownSecret(secret) };
}

/** Enqueues the event `test` for one endpoint. @throws Refusal `endpoint_unknown`; `endpoint_paused` */
export async function enqueueTest(
  transaction: Transaction<Database>,
  id: string,
): Promise<WebhookEndpointRow> {
  const endpoint = await readEndpoint(transaction, id);
  if (endpoint.paused_at !== null)
    throw new Refusal('conflict', 'endpoint_paused', 'The endpoint is paused. Resume it first.');
  const { id: message } = await transaction
    .insertInto('webhook_messages')
    .values({
      type: 'test',
      cause: `test:${randomUUIDv7()}`,
      data: JSON.stringify({ message: 'This is a test event.' }),
      created_at: databaseNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('webhook_deliveries')
    .values({ message_id: message, endpoint_id: id, next_try_at: databaseNow })
    .execute();
  return readEndpoint(transaction, id);
}

/**
 * Makes deliveries due again, with a full set of attempts.
 * @param delivery id of a delivery in any state; if absent, all due and failed deliveries of the endpoint
 * @throws Refusal `endpoint_unknown`; `delivery_unknown`
 */
export async function retryDeliveries(
  transaction: Transaction<Database>,
  { endpoint, delivery }: { endpoint: string; delivery?: string | undefined },
): Promise<{ endpoint: WebhookEndpointRow; deliveries: number }> {
  await readEndpoint(transaction, endpoint);
  const retried = await transaction
    .updateTable('webhook_deliveries')
    .set({ state: 'due', attempts: 0, next_try_at: databaseNow, busy_until: null })
    .where('endpoint_id', '=', endpoint)
    .$if(delivery === undefined, (query) => query.where('state', '<>', 'delivered'))
    .$if(delivery !== undefined, (query) => query.where('id', '=', delivery ?? ''))
    .executeTakeFirst();
  const deliveries = Number(retried.numUpdatedRows);
  if (delivery !== undefined && deliveries === 0)
    throw new Refusal('not_found', 'delivery_unknown', 'Delivery not found at this endpoint.');
  return { endpoint: await readEndpoint(transaction, endpoint), deliveries };
}
