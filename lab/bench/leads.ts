/** Measures accepted leads per second, compared with a bare route that commits each request separately. */
import { join } from 'node:path';
import { BenchError } from './bench-error.ts';
import type { Benchmark } from './benchmark.ts';
import { createLeadBodies } from './lead-bodies.ts';
import { type LoadSample, loadColumns, loadContender, loadRatios, loadRow } from './measured-load.ts';
import { alternate } from './rounds.ts';
import { startDatabase } from './servers/database.ts';
import { startServer } from './servers/launch.ts';
import { startBff } from './servers/product.ts';
import { queryOne } from './servers/query.ts';
import { median } from './statistics.ts';

const servers = join(import.meta.dirname, 'servers');
const path = '/api/contact_us';
const ours = 'BFF';
const theirs = 'bare Fastify';

/**
 * Checks that every answered lead is in the ledger, due for the CRM, and committed together with a job;
 * otherwise the rate is meaningless.
 */
async function requireAllKept(databaseUrl: string, answered: number): Promise<void> {
  const { saved, due, jobless } = await queryOne<{ saved: number; due: number; jobless: number }>(
    databaseUrl,
    `select count(*)::integer as saved,
      (count(*) filter (where crm_state = 'pending' and crm_due_at is not null))::integer as due,
      (count(*) filter (where updated_at not in
        (select created_on from pgboss.job where name = 'deliver-lead')))::integer as jobless
    from leads where forward_state = 'saved'`,
  );
  if (saved < answered || due < saved || jobless > 0)
    throw new BenchError(
      'wrong_answer',
      `${answered} leads answered, ${saved} saved, ${due} due for the CRM, ${jobless} without a job`,
    );
}

export const leads: Benchmark = {
  title: `POST ${path}, a different valid lead each time`,
  async run({ rounds, roundSeconds: seconds }) {
    await using database = await startDatabase();
    await database.preallocateWal();
    await using upstream = await startServer({ entry: join(servers, 'stub-upstream.ts') });
    const databaseUrl = await database.create('bff');
    const env = { DATABASE_URL: await database.create('bare'), UPSTREAM_URL: upstream.url };
    // No workers, because the bare route has none.
    const web = { BFF_ROLE: 'web' };
    await using bff = await startBff({ databaseUrl, upstreamUrl: upstream.url, env: web });
    await using bare = await startServer({ entry: join(servers, 'bare-leads.ts'), env, measured: true });

    const nextBody = createLeadBodies();
    const nextRequest = () => ({ body: nextBody() });
    let answered = 0;
    const bffLoad = loadContender(ours, bff, { url: `${bff.url}${path}`, seconds, nextRequest });
    const samples = await alternate<LoadSample>(
      [
        {
          name: ours,
          async measure() {
            const sample = await bffLoad.measure();
            answered += sample.requests;
            return sample;
          },
        },
        loadContender(theirs, bare, { url: `${bare.url}${path}`, seconds, nextRequest }),
      ],
      rounds,
    );
    await requireAllKept(databaseUrl, answered);
    const [own = [], other = []] = [samples.get(ours), samples.get(theirs)];
    const { throughput, processor } = loadRatios(own, other);
    const p99Ms = median(own.map((sample) => sample.p99Ms));
    return {
      tables: [
        {
          title: `50 connections, ${rounds} rounds, medians`,
          columns: loadColumns,
          rows: [loadRow(ours, own), loadRow(theirs, other)],
        },
        {
          title: 'The BFF against',
          columns: ['', 'throughput', 'processor'],
          rows: [[theirs, throughput, processor]],
        },
      ],
      targets: [
        { what: 'leads against the bare route', value: throughput, atLeast: 3 },
        { what: 'p99 of a lead', value: p99Ms, atMost: 60, unit: 'ms' },
      ],
      notes: [
        `All ${answered} leads that were answered are in the ledger, saved upstream and due for the CRM, with a job.`,
      ],
      samples: Object.fromEntries(samples),
    };
  },
};
