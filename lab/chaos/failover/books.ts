/** Records after the trial: at the upstream, in the CRM, at the payment provider and in the ledger. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { clientOf } from '../payments/client.ts';
import { ordersIn, reconcile } from '../payments/reconciliation.ts';
import type { Cluster } from './cluster.ts';
import type { Load } from './load.ts';
import type { ReplicatedProduct } from './product.ts';

export interface Books {
  /** Number of copies by email address. */
  upstream: Map<string, number>;
  crm: Map<string, number>;
  /** Number of bookings by payment id. */
  bookings: Map<string, number>;
  /** Differences between payments, orders and bookings; empty if there are none. */
  disagreements: string[];
  /** Number of leads that are not delivered to the upstream or the CRM. */
  undelivered: number;
  /** Milliseconds from the last visitor until all leads were delivered and all payments booked, or the time-out. */
  settledAfterMs: number;
}

const pollMs = 2_000;
const crmLeads = z.object({ data: z.array(z.object({ Email: z.string() })) });

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

async function rowsOf<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function undeliveredLeads(cluster: Cluster): Promise<number> {
  const [row] = await rowsOf<{ leads: number }>(
    cluster.url('bff'),
    `select count(*)::integer as leads from leads
     where forward_state = 'received' or crm_state in ('pending', 'dead')`,
  );
  return row?.leads ?? 0;
}

/** Reads the records once no work is pending, at the latest after `timeoutMs`. No operator intervenes. */
export async function readBooks(
  cluster: Cluster,
  { stack, siteUrl }: ReplicatedProduct,
  { purchases }: Load,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Books> {
  const client = clientOf({ ...stack, baseUrl: siteUrl });
  const beganAt = performance.now();
  const paid = purchases.flatMap(({ paymentId }) => paymentId ?? []);
  for (;;) {
    const undelivered = await undeliveredLeads(cluster);
    const orders = await ordersIn(cluster.url('bff'));
    const booked = new Set(orders.filter(({ state }) => state === 'booked').map((order) => order.payment_id));
    const settled = undelivered === 0 && paid.every((id) => booked.has(id));
    const settledAfterMs = performance.now() - beganAt;
    if (settled || settledAfterMs > timeoutMs) {
      const submissions = await rowsOf<{ email: string }>(
        cluster.url('upstream'),
        `select body->>'email' as email from submissions`,
      );
      const answer = await fetch(`${stack.sandboxUrl}/_sandbox/leads`);
      return {
        upstream: countsOf(submissions.map(({ email }) => email)),
        crm: countsOf(crmLeads.parse(await answer.json()).data.map(({ Email }) => Email)),
        bookings: countsOf((await client.bookings()).map(({ transaction_id: id }) => id)),
        disagreements: (await reconcile(client, cluster.url('bff'))).faults,
        undelivered,
        settledAfterMs,
      };
    }
    await sleep(pollMs, undefined, { signal });
  }
}
