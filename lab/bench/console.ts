/** Measures the console's lists, searches and filters with 1,000,000 leads and 200,000 orders. */
import { freePort } from '@meridian/stack/free-port';
import type { Benchmark } from './benchmark.ts';
import { loadSearchWriters } from './bff-modules.ts';
import { fillConsole, sizes } from './console-data.ts';
import { consoleRequests, type Known } from './console-requests.ts';
import { openConsole } from './console-session.ts';
import { startDatabase } from './servers/database.ts';
import { inviteOperator, startBff } from './servers/product.ts';
import { queryOne, runStatement } from './servers/query.ts';
import { median, percentile } from './statistics.ts';

const limitMs = 100;
const slowMs = 50;
const searchBatch = 5_000;
const nowhere = 'http://127.0.0.1:9';

const known = (databaseUrl: string) =>
  queryOne<Known>(
    databaseUrl,
    `select
      (select id from leads order by id desc limit 1) as lead,
      (select id from leads order by id desc offset ${sizes.leads / 2} limit 1) as middle,
      (select id from orders order by created_at desc limit 1) as "order",
      (select (extract(epoch from created_at) * 1000000)::bigint || '_' || id from orders
        order by created_at desc offset ${sizes.orders / 2} limit 1) as "middleOrder",
      (select payment_id from orders where payment_id is not null limit 1) as payment,
      (select email from orders limit 1) as email,
      (select batch ->> 'course_schedule_id' from orders where booking = 'booked' limit 1) as batch,
      current_date::text as "from", (current_date + 42)::text as "to"`,
  );

/** Writes the search rows of all leads and orders. @returns the duration in seconds */
async function fillSearch(databaseUrl: string): Promise<number> {
  const begun = performance.now();
  const { openDatabase, writeLeadSearch, writeOrderSearch } = await loadSearchWriters();
  const database = openDatabase(databaseUrl);
  for (const [table, write] of [
    ['leads', writeLeadSearch],
    ['orders', writeOrderSearch],
  ] as const) {
    const { ids } = await queryOne<{ ids: string[] }>(
      databaseUrl,
      `select array_agg(id order by id)::text[] as ids from ${table}`,
    );
    for (let at = 0; at < ids.length; at += searchBatch)
      await write(database, ids.slice(at, at + searchBatch));
  }
  await database.destroy();
  return (performance.now() - begun) / 1_000;
}

export const operatorsConsole: Benchmark = {
  title: `lists, searches and filters with ${sizes.leads} leads and ${sizes.orders} orders`,
  wholeMachine: true,
  async run({ rounds, plans, progress }) {
    const planLines: string[] = [];
    await using database = await startDatabase(plans ? (line) => planLines.push(line) : undefined);
    const databaseUrl = await database.create('bff');
    const port = String(await freePort());
    const consoleUrl = `http://localhost:${port}`;
    const start = (role: string) =>
      startBff({
        databaseUrl,
        upstreamUrl: nowhere,
        measured: false,
        env: {
          BFF_ROLE: role,
          CONSOLE_PORT: port,
          CONSOLE_URL: consoleUrl,
          TRUST_PROXY: 'loopback',
          CONSOLE_SECRET: 'a secret of the benchmark, more than 32 characters',
        },
      });
    // The BFF's first start creates the tables.
    await (await start('console'))[Symbol.asyncDispose]();
    await fillConsole(databaseUrl, progress);
    progress('writing the search tables');
    const seconds = await fillSearch(databaseUrl);
    if (plans)
      await runStatement(
        databaseUrl,
        `do $$ begin execute format('alter database %I set session_preload_libraries = auto_explain', current_database());
          execute format('alter database %I set auto_explain.log_min_duration = ${slowMs}', current_database());
          execute format('alter database %I set auto_explain.log_analyze = on', current_database()); end $$`,
      );
    await runStatement(databaseUrl, 'vacuum analyze');
    await using _console = await start('console');
    const client = await openConsole(await inviteOperator(databaseUrl, consoleUrl));
    const rows: (string | number)[][] = [];
    const samples: Record<string, number[]> = {};
    for (const [name, path] of Object.entries(consoleRequests(await known(databaseUrl)))) {
      progress(name);
      const times: number[] = [];
      let count = 0;
      // The first request fills the caches of the database.
      for (let round = 0; round <= rounds * 3; round += 1) {
        const { data, ms } = await client.get(path);
        if (round > 0) times.push(ms);
        if (typeof data.count === 'number') count = data.count;
      }
      samples[name] = times;
      rows.push([name, count, median(times), percentile(times, 95)]);
    }
    const all = Object.values(samples).flat();
    const slowest = Math.max(...Object.values(samples).map((times) => percentile(times, 95)));
    return {
      tables: [
        { title: `${rounds * 3} requests each, in ms`, columns: ['', 'found', 'median', 'p95'], rows },
      ],
      targets: [
        { what: 'p95 of all', value: percentile(all, 95), unit: 'ms', atMost: limitMs },
        { what: 'p95 of the slowest', value: slowest, unit: 'ms', atMost: limitMs },
      ],
      notes: [`Writing the search tables took ${Math.round(seconds)} s.`, ...planLines],
      samples,
    };
  },
};
