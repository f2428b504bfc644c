/** Outgoing webhooks, and incoming events of the payment provider with their outcome, newest first. */

import {
  type WebhookAttemptRow,
  type WebhookEndpointRow,
  webhookAttemptRow,
  webhookEndpointRow,
} from '@meridian/contracts/operators/actions/webhooks';
import { countedTo, type Page } from '@meridian/contracts/operators/console/lists';
import { type WebhookRow, webhookRow } from '@meridian/contracts/operators/console/webhooks';
import { pageOfRows } from '@meridian/contracts/operators/lists';
import { uuid } from '@meridian/contracts/uuid';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { listAttempts, listEndpoints } from '../../../integrations/webhooks/endpoints.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { pageOf, pageSize } from '../lists/read-page.ts';
import { route } from '../server/route.ts';

interface EventRow {
  event_id: string;
  event: string;
  outcome: Schema['webhook_events']['outcome'];
  order_id: string | null;
  received_at: Date;
}

const shown = ({ event_id: id, received_at: at, ...event }: EventRow): WebhookRow => ({
  id,
  ...event,
  received_at: at.toISOString(),
});

async function listEvents(
  database: Kysely<Database>,
  { onlyCases, before }: { onlyCases: boolean; before?: string | undefined },
): Promise<Page<WebhookRow>> {
  // A literal instead of a parameter, so that the planner uses the partial index.
  const requested = onlyCases ? sql`outcome = 'set_aside'` : sql`true`;
  const [{ rows }, counted] = await Promise.all([
    sql<EventRow>`
      select event_id, event, outcome, order_id, received_at from webhook_events
      where ${requested} and (${before ?? null}::text is null or (received_at, event_id) <
        (select received_at, event_id from webhook_events where event_id = ${before ?? null}))
      order by received_at desc, event_id desc limit ${pageSize + 1}`.execute(database),
    sql<{ count: number }>`select count(*)::integer as count
      from (select from webhook_events where ${requested} limit ${countedTo}) as found`.execute(database),
  ]);
  return pageOf(rows, counted.rows[0]?.count ?? 0, { keyOf: (row) => row.event_id, shown });
}

const maxAttemptsListed = 200;

export const webhookRoutes = [
  route({
    method: 'GET',
    path: '/webhook-endpoints',
    access: 'admin',
    answer: webhookEndpointRow.array(),
    handle: ({ deps }): Promise<WebhookEndpointRow[]> => listEndpoints(deps.database),
  }),
  route({
    method: 'GET',
    path: '/webhook-attempts',
    access: 'admin',
    query: z.object({ endpoint: uuid.optional() }),
    answer: webhookAttemptRow.array(),
    handle: ({ deps, query: { endpoint } }): Promise<WebhookAttemptRow[]> =>
      listAttempts(deps.database, { endpoint, limit: maxAttemptsListed }),
  }),
  route({
    method: 'GET',
    path: '/webhooks',
    access: 'viewer',
    query: z.object({ outcome: z.literal('set_aside').optional(), before: z.string().max(200).optional() }),
    answer: pageOfRows(webhookRow),
    handle: ({ deps, query: { outcome, before } }): Promise<Page<WebhookRow>> =>
      listEvents(deps.database, { onlyCases: outcome !== undefined, before }),
  }),
];
