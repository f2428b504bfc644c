/** Compares the capacity model with measured CPU time, for the loads that one machine can reach. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark } from './benchmark.ts';
import { checkedPoints, costs, leadMicrosAt, needsOf } from './capacity-model.ts';
import { createLeadBodies } from './lead-bodies.ts';
import { type LoadOptions, sendLoad } from './load.ts';
import { rawAnswer } from './raw-answer.ts';
import type { Target } from './report.ts';
import { startDatabase } from './servers/database.ts';
import { databaseUsage } from './servers/database-usage.ts';
import { type Server, startServer } from './servers/launch.ts';
import { startBff, startUpstream } from './servers/product.ts';
import { median } from './statistics.ts';

/** Time without visitors before each load. The CPU time used in it is subtracted. */
const idleMs = 3_000;
/**
 * Max ratio of measured to predicted cost. Machines and their load differ by up to half. Above this ratio the model is
 * wrong.
 */
const atMost = 1.5;

interface Cost {
  /** CPU time of one request in µs: of the server, and of PostgreSQL. */
  bff: number;
  database: number;
  /** Bytes of write-ahead log for one request. */
  log: number;
  p99Ms: number;
}

/** Measures one round more than requested, and ignores the first, in which V8 compiles. */
async function costOf(
  server: Server,
  request: Pick<LoadOptions, 'url' | 'headers' | 'nextRequest'>,
  options: { rounds: number; seconds: number; perSecond: number; leadsUrl: string },
): Promise<Cost> {
  const { rounds, seconds, perSecond, leadsUrl } = options;
  const samples: Cost[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [quiet, quietDatabase] = [await server.usage(), await databaseUsage(leadsUrl)];
    await sleep(idleMs);
    const [before, databaseBefore] = [await server.usage(), await databaseUsage(leadsUrl)];
    const load = await sendLoad({ ...request, seconds, perSecond });
    const [after, databaseAfter] = [await server.usage(), await databaseUsage(leadsUrl)];
    const share = (seconds * 1_000) / idleMs;
    const each = (from: number, to: number, idle: number) =>
      ((to - from - idle * share) * 1_000) / load.requests;
    const databaseIdle = databaseBefore.cpuMs - quietDatabase.cpuMs;
    samples.push({
      bff: each(before.cpuMs, after.cpuMs, before.cpuMs - quiet.cpuMs),
      database: each(databaseBefore.cpuMs, databaseAfter.cpuMs, databaseIdle),
      log: (databaseAfter.logBytes - databaseBefore.logBytes) / load.requests,
      p99Ms: load.p99Ms,
    });
  }
  const of = (value: (sample: Cost) => number) => median(samples.slice(1).map(value));
  return {
    bff: of((sample) => sample.bff),
    database: of((sample) => sample.database),
    log: of((sample) => sample.log),
    p99Ms: of((sample) => sample.p99Ms),
  };
}

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
    const { body, type, encoding } = await rawAnswer(site.url, 'br');
    const file = join(database.dataDir, 'page');
    mkdirSync(database.dataDir, { recursive: true });
    writeFileSync(file, body);
    await using bare = await startServer({
      entry: join(import.meta.dirname, 'servers/bare-route.ts'),
      env: { ROUTES: JSON.stringify([{ path: '/page', file, type, encoding }]) },
      measured: true,
    });

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
      const options = { rounds, seconds, perSecond, leadsUrl };
      // The bare route gets the same rate: at a low rate each request wakes the process, which costs much more.
      const bareCost = await costOf(bare, { url: `${bare.url}/page` }, options);
      const cost = await costOf(bff, request, options);
      const machine = bareCost.bff / costs.barePageMicros;
      const name = `${perSecond.toLocaleString('en')} ${isPages ? 'pages' : 'leads'} a second`;
      const ofModel = isPages ? costs.pageMicros : leadMicrosAt(perSecond);
      const predicted = ofModel * machine;
      const { webCores } = needsOf(point);
      rows.push([
        name,
        ofModel,
        machine,
        predicted,
        cost.bff,
        isPages ? 0 : cost.database,
        cost.log,
        cost.p99Ms,
      ]);
      targets.push({
        what: `CPU time of ${name}, measured against the model`,
        value: cost.bff / predicted,
        atMost,
      });
      targets.push({ what: `cores of ${name} by the model`, value: webCores, atMost: 1 });
    }
    return {
      tables: [
        {
          title: `µs of CPU time and bytes of log for each, ${rounds} rounds, medians`,
          columns: ['', 'model, BFF', 'machine', 'model here', 'BFF', 'PostgreSQL', 'log', 'p99 ms'],
          rows,
        },
      ],
      targets,
      samples: rows,
    };
  },
};
