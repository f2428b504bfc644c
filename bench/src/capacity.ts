/** The points of the capacity model that one machine can show: predicted against measured CPU time. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark } from './benchmark.ts';
import { checkedPoints, costs, needsOf } from './capacity-model.ts';
import { createLeadBodies } from './lead-bodies.ts';
import { sendLoad } from './load.ts';
import type { Target } from './report.ts';
import { startDatabase } from './servers/database.ts';
import { databaseUsage } from './servers/database-usage.ts';
import { startServer } from './servers/launch.ts';
import { startBff, startUpstream } from './servers/product.ts';
import { median } from './statistics.ts';

/** What a replica does without visitors is measured first, and taken off. */
const idleMs = 3_000;
/** Beyond this the model is wrong; machines and their loads differ by half. */
const atMost = 1.5;

export const capacity: Benchmark = {
  title: 'the capacity model at 1,000 pages and at 100 leads a second',
  async run({ rounds, roundSeconds: seconds, progress }) {
    await using database = await startDatabase();
    await using upstream = await startUpstream(await database.create('upstream'));
    await using forms = await startServer({ entry: join(import.meta.dirname, 'servers/stub-upstream.ts') });
    const [pagesUrl, leadsUrl] = [await database.create('pages'), await database.create('leads')];
    const env = { BFF_ROLE: 'web' };
    await using site = await startBff({ databaseUrl: pagesUrl, upstreamUrl: upstream.url, env });
    await using desk = await startBff({ databaseUrl: leadsUrl, upstreamUrl: forms.url, env });
    const nextBody = createLeadBodies();
    const browser = { 'accept-encoding': 'br' };
    await sendLoad({ url: site.url, seconds: 2, headers: browser });

    const rows: (string | number)[][] = [];
    const targets: Target[] = [];
    for (const point of checkedPoints) {
      const isPages = point.pages > 0;
      const bff = isPages ? site : desk;
      const perSecond = isPages ? point.pages : point.leads;
      progress(`${perSecond} ${isPages ? 'pages' : 'leads'} a second`);
      const request = isPages
        ? { url: `${bff.url}/`, headers: browser }
        : { url: `${bff.url}/api/contact_us`, nextRequest: () => ({ body: nextBody() }) };
      const samples: { bff: number; database: number; log: number; p99Ms: number }[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const [quiet, quietDatabase] = [await bff.usage(), await databaseUsage(leadsUrl)];
        await sleep(idleMs);
        const [before, databaseBefore] = [await bff.usage(), await databaseUsage(leadsUrl)];
        const load = await sendLoad({ ...request, seconds, perSecond });
        const [after, databaseAfter] = [await bff.usage(), await databaseUsage(leadsUrl)];
        const share = (seconds * 1_000) / idleMs;
        const each = (from: number, to: number, idle: number) =>
          ((to - from - idle * share) * 1_000) / load.requests;
        samples.push({
          bff: each(before.cpuMs, after.cpuMs, before.cpuMs - quiet.cpuMs),
          database: each(
            databaseBefore.cpuMs,
            databaseAfter.cpuMs,
            databaseBefore.cpuMs - quietDatabase.cpuMs,
          ),
          log: (databaseAfter.logBytes - databaseBefore.logBytes) / load.requests,
          p99Ms: load.p99Ms,
        });
      }
      // The first compiles.
      const of = (value: (sample: (typeof samples)[number]) => number) => median(samples.slice(1).map(value));
      const name = `${perSecond.toLocaleString('en')} ${isPages ? 'pages' : 'leads'} a second`;
      const predicted = isPages ? costs.pageMicros : costs.leadMicros;
      const bffMicros = of((sample) => sample.bff);
      const { webCores } = needsOf(point);
      const p99 = of((sample) => sample.p99Ms);
      rows.push([
        name,
        predicted,
        bffMicros,
        isPages ? 0 : of((sample) => sample.database),
        of((sample) => sample.log),
        p99,
      ]);
      targets.push({
        what: `CPU time of ${name}, measured against the model`,
        value: bffMicros / predicted,
        atMost,
      });
      targets.push({ what: `cores of ${name} by the model`, value: webCores, atMost: 1 });
    }
    return {
      tables: [
        {
          title: `µs of CPU time and bytes of log for each, ${rounds} rounds, medians`,
          columns: ['', 'model, BFF', 'BFF', 'PostgreSQL', 'log', 'p99 ms'],
          rows,
        },
      ],
      targets,
      samples: rows,
    };
  },
};
