/** Soak test: a steady load with faults of the upstream must cause no leak and no failed request. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from './bench-error.ts';
import type { Benchmark } from './benchmark.ts';
import { startDatabase } from './servers/database.ts';
import { startServer } from './servers/launch.ts';
import { startBff, startUpstream } from './servers/product.ts';
import { queryOne } from './servers/query.ts';
import type { CrmState } from './servers/stub-crm.ts';
import { createSoakVisits } from './soak-visits.ts';
import { percentile } from './statistics.ts';
import { createVisitors } from './visitors.ts';

const minuteMs = 60_000;
/** Visits per second. */
const rates = { documents: 30, reads: 30, leads: 10 };
/** Probability of each fault per call. */
const probability = 0.03;
/** Duration of the warm-up, in which V8 compiles most code. The memory of compiled code is not a leak. */
const warmUpMs = 60_000;
const warmUpRush = 15;
const faults = ['http_500', 'html_502', 'malformed', 'wrong_shape', 'reset', 'lost_answer', 'slow'];

async function setFaults(upstreamUrl: string, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) {
    const body = JSON.stringify(kind === 'none' ? { kind } : { kind, probability });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${upstreamUrl}/_upstream/faults`, { method: 'POST', headers, body });
    if (!response.ok)
      throw new BenchError('server_failed', `The upstream refused the fault: ${response.status}`);
  }
}

const settledQuery = `
  select count(*)::integer as leads, count(*) filter (where crm_state = 'delivered')::integer as delivered
  from leads`;
const settleTimeoutMs = 5 * minuteMs;

export const soak: Benchmark = {
  title: 'a steady load, with faults in the upstream',
  wholeMachine: true,
  async run({ minutes, progress }) {
    if (minutes < 2)
      throw new BenchError(
        'bad_usage',
        'The soak test compares with its first minute: --minutes must be at least 2',
      );
    await using database = await startDatabase();
    const databaseUrl = await database.create('bff');
    await using crm = await startServer({
      entry: join(import.meta.dirname, 'servers/stub-crm.ts'),
      env: { LATENCY_MS: '100' },
    });
    await using upstream = await startUpstream(await database.create('upstream'), { UPSTREAM_FAULTS: 'on' });
    await using bff = await startBff({
      databaseUrl,
      upstreamUrl: upstream.url,
      crmUrl: crm.url,
      measured: false,
    });
    const visits = await createSoakVisits(bff.url);
    await visits.warmUp();
    await setFaults(upstream.url, faults);

    const visitorsAt = (times: number) => ({
      documents: createVisitors(visits.document, rates.documents * times),
      reads: createVisitors(visits.read, rates.reads * times),
      leads: createVisitors(visits.lead, rates.leads * times),
    });
    const rush = visitorsAt(warmUpRush);
    progress(`${warmUpMs / 1_000} seconds at ${warmUpRush} times the rate`);
    await Promise.all(Object.values(rush).map(({ come }) => come(warmUpMs)));

    const kinds = visitorsAt(1);
    const heapMb: number[] = [];
    const codeMb: number[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      await Promise.all(Object.values(kinds).map(({ come }) => come(minuteMs)));
      const { heapBytes, codeBytes, rssBytes } = await bff.settledUsage();
      heapMb.push(heapBytes / 1e6);
      codeMb.push(codeBytes / 1e6);
      progress(
        `minute ${minute}: ${(heapBytes / 1e6).toFixed(1)} MB in use, ${(codeBytes / 1e6).toFixed(1)} of them compiled code, ${(rssBytes / 1e6).toFixed(0)} MB resident`,
      );
    }

    await setFaults(upstream.url, ['none']);
    progress('waiting for the delivery of the remaining leads');
    const deadline = Date.now() + settleTimeoutMs;
    let ledger = await queryOne<{ leads: number; delivered: number }>(databaseUrl, settledQuery);
    while (ledger.delivered < ledger.leads && Date.now() < deadline) {
      await sleep(1_000);
      ledger = await queryOne(databaseUrl, settledQuery);
    }
    const state = (await (await fetch(crm.url)).json()) as CrmState;

    const [first = Number.NaN] = heapMb;
    const last = heapMb.at(-1) ?? Number.NaN;
    const failed = [...Object.values(rush), ...Object.values(kinds)].flatMap((kind) => [...kind.faults]);
    return {
      tables: [
        {
          title: `${minutes} minutes`,
          columns: ['', 'visits', 'failed', 'p50 ms', 'p99 ms'],
          rows: Object.entries(kinds).map(([name, kind]) => [
            name,
            kind.visits,
            [...kind.faults.values()].reduce((sum, count) => sum + count, 0),
            percentile(kind.latenciesMs, 50),
            percentile(kind.latenciesMs, 99),
          ]),
        },
        {
          title: 'Heap after collection',
          columns: ['minute', 'MB', 'of them compiled code'],
          rows: heapMb.map((mb, at) => [at + 1, mb, codeMb[at] ?? Number.NaN]),
        },
      ],
      targets: [
        { what: 'heap at the end against the first minute', value: last / first, atMost: 1.05 },
        { what: 'failed requests', value: failed.reduce((sum, [, count]) => sum + count, 0), atMost: 0 },
        { what: 'confirmed leads that are not in the CRM', value: visits.thanked() - state.leads, atMost: 0 },
        { what: 'leads twice in the CRM', value: state.repeated, atMost: 0 },
      ],
      notes: failed.map(([fault, count]) => `failed ${count} times: ${fault}`),
      samples: { heapMb, codeMb, failed, ledger, crm: state },
    };
  },
};
