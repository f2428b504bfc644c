/** Measures the delivery of a backlog to the CRM, against the limit set by the CRM's latency and concurrency. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from './bench-error.ts';
import type { Benchmark } from './benchmark.ts';
import { queueLeads } from './queued-leads.ts';
import { startDatabase } from './servers/database.ts';
import { startServer } from './servers/launch.ts';
import { startBff } from './servers/product.ts';
import { queryOne } from './servers/query.ts';
import type { CrmState } from './servers/stub-crm.ts';

const leads = 100_000;
const latencyMs = 100;
/** The BFF's concurrent calls, and its records per call. */
const concurrency = 5;
const batch = 100;
const timeoutMs = 5 * 60_000;

const progressQuery = `
  select count(*) filter (where crm_state <> 'delivered')::integer as left,
    (extract(epoch from max(delivered_at)) * 1000)::float8 as "lastAt" from leads`;

/** Lower bound of the delivery time: full concurrency without pauses. */
export function limitMs(count: number): number {
  return Math.ceil(Math.ceil(count / batch) / concurrency) * latencyMs;
}

export const delivery: Benchmark = {
  title: `${leads.toLocaleString('en')} queued leads, ${latencyMs} ms a call, ${concurrency} calls at once, ${batch} a call`,
  wholeMachine: true,
  async run({ progress }) {
    await using database = await startDatabase();
    const databaseUrl = await database.create('bff');
    await using crm = await startServer({
      entry: join(import.meta.dirname, 'servers/stub-crm.ts'),
      env: { LATENCY_MS: String(latencyMs) },
    });
    // A worker serves no pages, so it needs no upstream.
    const bff = { databaseUrl, upstreamUrl: crm.url, crmUrl: crm.url, measured: false };
    {
      await using _makesTheTables = await startBff({ ...bff, env: { BFF_ROLE: 'web' } });
    }
    progress('writing the backlog');
    await queueLeads(databaseUrl, leads);

    progress('delivering');
    await using worker = await startBff({ ...bff, env: { BFF_ROLE: 'worker' } });
    const deadline = Date.now() + timeoutMs;
    let found = await queryOne<{ left: number; lastAt: number }>(databaseUrl, progressQuery);
    while (found.left > 0 && Date.now() < deadline) {
      await sleep(1_000);
      found = await queryOne(databaseUrl, progressQuery);
    }
    const { cpuMs } = await worker.usage();
    const state = (await (await fetch(crm.url)).json()) as CrmState;
    if (found.left > 0)
      throw new BenchError('wrong_answer', `${found.left} leads were not delivered in time`);

    const deliverMs = found.lastAt - state.firstAt;
    return {
      tables: [
        {
          title: 'From the first call to the last result in the ledger',
          columns: [
            'leads',
            'seconds',
            'limit',
            'a second',
            'calls',
            'a call',
            'max at once',
            'CPU µs a lead',
          ],
          rows: [
            [
              leads,
              deliverMs / 1_000,
              limitMs(leads) / 1_000,
              (leads * 1_000) / deliverMs,
              state.calls,
              leads / state.calls,
              state.maxAtOnce,
              (cpuMs * 1_000) / leads,
            ],
          ],
        },
      ],
      targets: [
        { what: 'delivery against the limit', value: limitMs(leads) / deliverMs, atLeast: 0.8 },
        { what: 'leads missing in the CRM', value: leads - state.leads, atMost: 0 },
        { what: 'leads twice in the CRM', value: state.repeated, atMost: 0 },
      ],
      samples: { deliverMs, ...state },
    };
  },
};
