/** A ledger of a year against an empty one: what comes in, what goes out, the clock's work, the operator's queries. */
import { join } from 'node:path';
import pg from 'pg';
import type { Benchmark } from './benchmark.ts';
import { type LedgerDatabase, type LedgerFunctions, loadLedgerFunctions } from './bff-modules.ts';
import { fillLedger } from './filled-ledger.ts';
import { createLeadBodies } from './lead-bodies.ts';
import { type LoadSample, loadColumns, loadContender, loadRatios, loadRow } from './measured-load.ts';
import type { Target } from './report.ts';
import { alternate } from './rounds.ts';
import { startDatabase } from './servers/database.ts';
import { startServer } from './servers/launch.ts';
import { startBff } from './servers/product.ts';
import { median, medianRatio } from './statistics.ts';

const atMost = 1.2;

/** Leads of one measurement of the clock's work. */
const workedLeads = 1_000;
const queriesOfMeasurement = 5;
/** Leads and orders of the ledger that counts as empty. */
const shown = 200;

const noJobs = { enqueue: async () => undefined };
const silent = { info() {}, warn() {}, error() {} };

interface Ledger {
  name: string;
  url: string;
  database: LedgerDatabase;
  client: pg.Client;
}

const insertWork = `
  insert into leads (id, door, form, submission_id, body_hash, email, "values", page_url, forward_state,
    forward_attempts, crm_state, crm_due_at, crm_attempts, answer, received_at, delivered_at)
  select uuidv7(-make_interval(secs => $2)), 'form', 'contact_us', gen_random_uuid(), md5(number::text),
    'work-' || gen_random_uuid() || '@visitor.example', '{"first_name": "Asha"}', '', 'saved', 1, $3,
    case $3 when 'pending' then now() - interval '2 minutes' end, 0, '{"status": 1, "message": "", "data": {}}',
    now() - make_interval(secs => $2), case $3 when 'delivered' then now() - make_interval(secs => $2) end
  from generate_series(1, $1::integer) as number`;

const addWork = (client: pg.Client, state: 'pending' | 'delivered', ageSeconds: number) =>
  client.query(insertWork, [workedLeads, ageSeconds, state]);

/** As after two years by months. */
async function makePastMonths(client: pg.Client): Promise<void> {
  await client.query(`select drop_lead_month('leads_before')`);
  await client.query(`
    select add_lead_partition(to_char(month, 'YYYY_MM'), format('for values from (%L) to (%L)',
      lead_id_at(month at time zone 'UTC'), lead_id_at((month + interval '1 month') at time zone 'UTC')))
    from generate_series(date_trunc('month', now() at time zone 'UTC') - interval '14 months',
      date_trunc('month', now() at time zone 'UTC') + interval '1 month', interval '1 month') as month`);
}

/** A statement that the BFF gives up after its deadline counts as long as it lasted. */
const isDeadline = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'DATABASE_UNAVAILABLE';

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  try {
    await work();
  } catch (error) {
    if (!isDeadline(error)) throw error;
  }
  return performance.now() - startedAt;
}

/** The clock's work on as many leads in either ledger, in ms. */
function clockWork(bff: LedgerFunctions): Record<string, (ledger: Ledger) => Promise<number>> {
  const { provider } = bff.createStubProvider();
  const checkout = (database: LedgerDatabase) => ({
    ...{ database, jobs: noJobs, provider, log: silent, now: () => new Date(), track: () => undefined },
    options: { retentionDays: 3_650, seatHoldMs: 900_000, upstreamBookingChanges: false },
  });
  return {
    async 'sweeper, 1,000 overdue leads'({ database, client }) {
      await addWork(client, 'pending', 60);
      return timed(() => bff.takeUpOverdue(database, noJobs));
    },
    async 'delivery, leases and results of 1,000 leads'({ database, client }) {
      await addWork(client, 'pending', 60);
      const write = bff.createDeliveryResults(database, noJobs);
      return timed(async () => {
        for (;;) {
          const leads = await bff.takeDeliveryLeases(database, 100);
          if (leads.length === 0) return;
          await write(leads.map(({ id }) => ({ id, kind: 'crm_delivered', crmId: id })));
        }
      });
    },
    async 'retention, erasure of 1,000 leads'({ database, client }) {
      await addWork(client, 'delivered', 400 * 24 * 60 * 60);
      return timed(() => bff.applyRetention(database, 380, { whole: false }));
    },
    'retention of orders, none due': ({ database }) => timed(() => bff.eraseOldOrders(checkout(database))),
    async 'copies of enquiries, none due'({ database, client }) {
      await client.query(`update leads set received_at = now() - interval '2 hours'
        where received_at > now() - interval '2 hours'`);
      return timed(() => bff.noteEnquiryCopies(database));
    },
    'reconciler, nothing due': ({ database }) => timed(() => bff.reconcile(checkout(database))),
  };
}

/** Queries of `pnpm ops`, the console and the metrics, in ms. */
function operatorQueries({ operator }: LedgerFunctions): Record<string, (ledger: Ledger) => Promise<number>> {
  const calls: Record<string, [name: string, ...rest: unknown[]]> = {
    'ops leads, newest 50': ['listLeads', { limit: 50 }],
    'ops leads, dead letters': ['listLeads', { limit: 50, state: 'dead' }],
    'leads by state': ['leadsByState'],
    'unaccounted leads': ['countUnaccounted'],
    'oldest undelivered lead': ['oldestUndelivered'],
    'newest lead': ['newestLead'],
    'console, newest leads': ['leadList', {}],
    'console, search for an address': ['leadList', { search: 'work-none@visitor' }],
    'console, today': ['todayPage'],
    'ops orders, newest 50': ['listOrders', { limit: 50 }],
    'ops orders find, an address': ['searchOrders', 'nobody@visitor.example'],
  };
  return Object.fromEntries(
    Object.entries(calls).map(([title, [name, ...rest]]) => [
      title,
      async ({ database }: Ledger) => {
        const call = operator[name];
        if (!call) throw new TypeError(`there is no query ${name}`);
        const times: number[] = [];
        for (let run = 0; run < queriesOfMeasurement; run += 1)
          times.push(await timed(() => call(database, ...rest)));
        return median(times);
      },
    ]),
  );
}

export const ledger: Benchmark = {
  title: 'a ledger of a year against an empty one',
  async run({ rounds, roundSeconds: seconds, leads, progress }) {
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
      // After a failure the server goes first; what failed is what counts.
      client.on('error', () => undefined);
      return { name, url, client, database: bff.openDatabase(url) };
    };
    const empty = await open('empty');
    const full = await open('full');
    const ledgers = [full, empty] as const;
    const settings = { upstreamUrl: upstream.url, env: { BFF_ROLE: 'web' } };
    await using ofEmpty = await startBff({ ...settings, databaseUrl: empty.url });
    await using ofFull = await startBff({ ...settings, databaseUrl: full.url });
    const orders = Math.round(leads / 10);
    // No earlier version runs here.
    for (const { database, client } of ledgers) {
      await bff.contract(database);
      await makePastMonths(client);
    }
    // A page of each list: an empty list costs nothing to show.
    await fillLedger(empty.url, { leads: shown, orders: shown }, progress);
    await fillLedger(full.url, { leads, orders }, progress);
    // As after a night.
    for (const { database } of ledgers) {
      await bff.countLeadsOfDays(database);
      await bff.sumPaidHours(database);
    }

    const targets: Target[] = [];
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

    const rows: (string | number)[][] = [];
    const samples: Record<string, unknown> = { accepted: Object.fromEntries(accepted) };
    for (const [what, measure] of Object.entries({ ...clockWork(bff), ...operatorQueries(bff) })) {
      progress(what);
      const contenders = ledgers.map((one) => ({ name: one.name, measure: () => measure(one) }));
      const times = await alternate(contenders, rounds);
      const [ofFullMs = [], ofEmptyMs = []] = [times.get(full.name), times.get(empty.name)];
      const ratio = medianRatio(ofFullMs, ofEmptyMs);
      rows.push([what, median(ofEmptyMs), median(ofFullMs), ratio]);
      progress(`  ${median(ofEmptyMs).toFixed(1)} ms empty, ${median(ofFullMs).toFixed(1)} ms full`);
      targets.push({ what: `${what}, full against empty`, value: ratio, atMost });
      samples[what] = Object.fromEntries(times);
    }
    for (const { client, database } of ledgers) {
      await client.end();
      await database.destroy();
    }
    return {
      tables: [
        {
          title: `Acceptance at 50 connections, ${leads.toLocaleString('en')} leads and ${orders.toLocaleString('en')} orders against none`,
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
