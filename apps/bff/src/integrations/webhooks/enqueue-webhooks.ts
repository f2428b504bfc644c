/** Stores events for outgoing webhooks in the transaction of their cause. */
import type { WebhookEvent, WebhookPeople } from '@meridian/contracts/integrations/webhook-events';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export type NewWebhook = WebhookEvent & {
  /** Idempotency key: a second event with the same cause is not stored. */
  cause: string;
  /** Order of the event: its erasure erases `people`. */
  orderId?: string;
  people?: WebhookPeople | undefined;
};

/**
 * CTEs that store events and their deliveries, if an endpoint has subscribed to the type.
 * @param source a query of `type`, `cause`, `order_id`, `lead_id`, `data` and `people`
 */
export const webhookInserts = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  webhooks as (
    insert into webhook_messages (type, cause, order_id, lead_id, data, people, created_at)
    select type, cause, order_id, lead_id, data,
      case when exists (select from webhook_endpoints where type = any(events) and personal_data)
        then people end,
      now()
    from (${source}) as event
    where exists (select from webhook_endpoints where type = any(events))
    on conflict (cause) do nothing
    returning id, type
  ), webhooks_due as (
    insert into webhook_deliveries (message_id, endpoint_id, next_try_at)
    select webhooks.id, webhook_endpoints.id, now()
    from webhooks join webhook_endpoints on webhooks.type = any(webhook_endpoints.events)
  )`;

/** Stores events; the worker sends them. */
export async function enqueueWebhooks(
  transaction: Transaction<Database>,
  events: readonly NewWebhook[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ type, cause, orderId, data, people }) => ({
    type,
    cause,
    order_id: orderId,
    data,
    people,
  }));
  const source = sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
    type text, cause text, order_id uuid, lead_id uuid, data jsonb, people jsonb)`;
  await sql`with ${webhookInserts(source)} select`.execute(transaction);
}
