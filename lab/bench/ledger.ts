/** Compares a ledger of a year with an almost empty one: acceptance of leads, scheduled jobs, operators' queries. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Benchmark } from './benchmark.ts';
import { loadLedgerFunctions } from './bff-modules.ts';
import { fillLedger, requireSpace } from './filled-ledger.ts';
import { createLeadBodies } from './lead-bodies.ts';
import { addRecent, type Ledger, makeRecentAlike, setAutovacuum, settle, vacuum } from './ledger-state.ts';
import { clockWork, operatorQueries } from './ledger-work.ts';
import { type LoadSample, loadColumns, loadContender, loadRatios, loadRow } from './measured-load.ts';
import type { Target } from './report.ts';
import { alternate } from './rounds.ts';
import { startDatabase } from './servers/database.ts';
import { startServer } from './servers/launch.ts';
import { startBff } from './servers/product.ts';
import { median, medianRatio } from './statistics.ts';

const atMost = 1.2;
/** Leads and orders of the "empty" ledger. */
const shown = 200;
/** Work that reads the leads of the last hours one by one. It is measured again after a peak. */
const readsRecent = new Set([
  'sweeper, 1,000 overdue leads',
  'copies of enquiries, none due',
  'leads by state',
  'console, today',
]);
/** Max duration of an operator's query on the full ledger, in ms. */
const maxMs = 100;

export const ledger: Benchmark = {
  title: 'a ledger of a year against an almost empty one',
  async run({ rounds, roundSeconds: seconds, leads, progress: print }) {
    const startedAt = performance.now();
    const progress = (line: string) =>
      print(`${Math.round((performance.now() - startedAt) / 1_000)} s  ${line}`);
    const orders = Math.round(leads / 10);
    await requireSpace(tmpdir(), { leads, orders });
    await using server = await startDatabase();
    await server.preallocateWal();
    await using upstream = await startServer({
      entry: join(import.meta.dirname, 'servers/stub-upstream.ts'),
    });
    const bff = await loadLedgerFunctions();
    const open = async (name: string): Promise<Ledger> => {
      const url = await server.create(name);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      // After a failure the server is closed before this connection. Only the first error is reported.
      client.on('error', () => undefined);
      return { name, url, client, database: bff.openDatabase(url) };
    };
    const empty = await open('empty');
    const full = await open('full');
    const ledgers = [full, empty] as const;
    const settings = { upstreamUrl: upstream.url, env: { BFF_ROLE: 'web' } };
    await using ofEmpty = await startBff({ ...settings, databaseUrl: empty.url });
    await using ofFull = await startBff({ ...settings, databaseUrl: full.url });
    await setAutovacuum(full.client, 'off');
    // One page of each list, because showing an empty list costs nothing.
    await fillLedger(empty.url, { leads: shown, orders: shown }, progress);
    await fillLedger(full.url, { leads, orders }, progress);
    for (const one of ledgers) await addRecent(one);

    const targets: Target[] = [];
    const rows: (string | number)[][] = [];
    const samples: Record<string, unknown> = {};
    const queries = operatorQueries(bff);
    const measured = { ...clockWork(bff), ...queries };
    const isQuery = (what: string) => Object.keys(queries).some((name) => what.startsWith(name));
    /** Measures the ledgers in turn, with the same number of dead rows in each. */
    const measureAll = async (work: Record<string, (one: Ledger) => Promise<number>>) => {
      for (const [what, measure] of Object.entries(work)) {
        progress(what);
        for (const one of ledgers) await vacuum(one);
        const contenders = ledgers.map((one) => ({ name: one.name, measure: () => measure(one) }));
        const times = await alternate(contenders, rounds);
        const [ofFullMs = [], ofEmptyMs = []] = [times.get(full.name), times.get(empty.name)];
        const ratio = medianRatio(ofFullMs, ofEmptyMs);
        rows.push([what, median(ofEmptyMs), median(ofFullMs), ratio]);
        progress(`  ${median(ofEmptyMs).toFixed(1)} ms empty, ${median(ofFullMs).toFixed(1)} ms full`);
        targets.push(
          isQuery(what)
            ? { what: `${what}, full`, value: median(ofFullMs), unit: 'ms', atMost: maxMs }
            : { what: `${what}, full against empty`, value: ratio, atMost },
        );
        samples[what] = Object.fromEntries(times);
      }
    };
    await measureAll(measured);

    for (const one of ledgers) {
      await settle(one.client);
      await vacuum(one);
    }
    await setAutovacuum(full.client, 'on');
    progress('acceptance');
    const nextBody = createLeadBodies();
    const nextRequest = () => ({ body: nextBody() });
    const load = (name: string, bffServer: typeof ofFull) =>
      loadContender(name, bffServer, { url: `${bffServer.url}/api/contact_us`, seconds, nextRequest });
    const accepted = await alternate<LoadSample>(
      [load(full.name, ofFull), load(empty.name, ofEmpty)],
      rounds,
    );
    const [own = [], other = []] = [accepted.get(full.name), accepted.get(empty.name)];
    const { throughput } = loadRatios(own, other);
    targets.push({ what: 'acceptance, empty against full', value: 1 / throughput, atMost });
    const p99 = medianRatio(
      own.map(({ p99Ms }) => p99Ms),
      other.map(({ p99Ms }) => p99Ms),
    );
    targets.push({ what: 'p99 of a lead, full against empty', value: p99, atMost });

    samples.accepted = Object.fromEntries(accepted);
    await setAutovacuum(full.client, 'off');

    const accepting = await makeRecentAlike(ledgers);
    const afterPeak = `after a peak, with ${accepting.toLocaleString('en')} leads of the last day`;
    const ofPeak = Object.entries(measured).filter(([what]) => readsRecent.has(what));
    await measureAll(Object.fromEntries(ofPeak.map(([what, measure]) => [`${what}, ${afterPeak}`, measure])));

    for (const { client, database } of ledgers) {
      await client.end();
      await database.destroy();
    }
    return {
      tables: [
        {
          title: `Acceptance at 50 connections, ${leads.toLocaleString('en')} leads and ${orders.toLocaleString('en')} orders against ${shown} of each`,
          columns: loadColumns,
          rows: [loadRow(full.name, own), loadRow(empty.name, other)],
        },
        { title: 'Times in ms', columns: ['', 'empty', 'full', 'ratio'], rows },
      ],
      targets,
      samples,
    };
  },
};
