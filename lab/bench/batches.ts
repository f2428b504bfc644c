/**
 * Measures schedule, seats, price, checkout and the operators' list of batches through BFF and reference upstream, with
 * 20 and with 1,000 courses.
 */
import { join } from 'node:path';
import { addDays, dayInIndia } from '@meridian/contracts/india-time';
import { freePort } from '@meridian/stack/free-port';
import { BenchError } from './bench-error.ts';
import type { Benchmark } from './benchmark.ts';
import { openConsole } from './console-session.ts';
import { timeOf } from './generated-site.ts';
import type { Target } from './report.ts';
import { alternate } from './rounds.ts';
import { type DatabaseServer, startDatabase } from './servers/database.ts';
import { batchesPerCourse, courseIdAt, writeGeneratedContent } from './servers/generated-content.ts';
import { startServer } from './servers/launch.ts';
import { inviteOperator, startBff, startUpstream } from './servers/product.ts';
import { queryOne } from './servers/query.ts';
import { median, percentile } from './statistics.ts';

const sizes = [20, 1_000];
const requestsOfRound = 40;
const boardWeeks = 6;
const maxRatio = 1.5;
/** The board lists 60 batches with few courses, and 300 with many. */
const maxBoardRatio = 5;

interface Batch {
  id: number;
  course_id: number;
}

type Operation = (number: number) => Promise<number>;

interface Site extends AsyncDisposable {
  name: string;
  operations: Readonly<Record<string, Operation>>;
}

async function timePost(url: string, body: object, headers: Record<string, string> = {}): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new BenchError('wrong_answer', `${url}: ${text.slice(0, 300)}`);
  return performance.now() - startedAt;
}

/** @returns all batches, in an order in which adjacent batches belong to different courses */
async function readBatches(upstreamDatabaseUrl: string, courses: number): Promise<Batch[]> {
  const { batches } = await queryOne<{ batches: Batch[] }>(
    upstreamDatabaseUrl,
    `select json_agg(json_build_object('id', id, 'course_id', course_id) order by md5(id::text)) as batches
    from batches where first_day > current_date + 1`,
  );
  if (batches.length < courses * (batchesPerCourse - 1))
    throw new BenchError('wrong_answer', `${batches.length} batches of ${courses} courses`);
  return batches;
}

async function startSite(courses: number, database: DatabaseServer, paymentsUrl: string): Promise<Site> {
  await using stack = new AsyncDisposableStack();
  const content = stack.use(await writeGeneratedContent(courses));
  const upstreamDatabaseUrl = await database.create(`upstream_${courses}`);
  const upstream = stack.use(await startUpstream(upstreamDatabaseUrl, { CONTENT_DIR: content.dir }));
  const databaseUrl = await database.create(`bff_${courses}`);
  const port = String(await freePort());
  const consoleUrl = `http://localhost:${port}`;
  const start = (role: string) =>
    startBff({
      databaseUrl,
      upstreamUrl: upstream.url,
      measured: false,
      env: {
        BFF_ROLE: role,
        RAZORPAY_API_URL: paymentsUrl,
        TRUST_PROXY: 'loopback',
        CONSOLE_PORT: port,
        CONSOLE_URL: consoleUrl,
        CONSOLE_SECRET: 'a secret of the benchmark, more than 32 characters',
      },
    });
  const { url } = stack.use(await start('web'));
  stack.use(await start('console'));
  const client = await openConsole(await inviteOperator(databaseUrl, consoleUrl));
  const batches = await readBatches(upstreamDatabaseUrl, courses);
  const batchAt = (number: number) => batches[number % batches.length] as Batch;
  const today = dayInIndia(new Date());
  const board = `/batches?from=${today}&to=${addDays(today, 7 * boardWeeks)}`;
  const seatOf = ({ id, course_id }: Batch) => ({ course_id, course_schedule_id: id, number_of_course: 1 });
  const operations: Record<string, Operation> = {
    'schedule page, one of 20 courses': (number) =>
      timeOf(`${url}/view-schedule/${courseIdAt(number % Math.min(...sizes))}`),
    'schedule page, one of all courses, mostly rendered with many': (number) =>
      timeOf(`${url}/view-schedule/${batchAt(number).course_id}`),
    'live seats of one of 20 courses': (number) =>
      timeOf(`${url}/api/seats/${courseIdAt(number % Math.min(...sizes))}`),
    price: (number) => timePost(`${url}/api/price`, seatOf(batchAt(number))),
    // Each buyer has a separate network address, because seat holds are limited per address.
    'checkout of a seat': (number) =>
      timePost(
        `${url}/api/checkout`,
        {
          ...seatOf(batchAt(number)),
          first_name: 'Asha',
          last_name: 'Nair',
          email: `asha.nair-${number}@visitor.example`,
          phone_number: '+91 98450 00000',
        },
        { 'x-forwarded-for': [10, 1, (number >> 8) & 255, number & 255].join('.') },
      ),
    'board of six weeks': async () => (await client.get(board)).ms,
    'page of a batch': async (number) => (await client.get(`/batches/${batchAt(number).id}`)).ms,
  };
  const owned = stack.move();
  return {
    name: `${courses} courses`,
    operations,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

export const batches: Benchmark = {
  title: `${sizes.join(' and ')} courses with ${batchesPerCourse} batches each, one request after another`,
  wholeMachine: true,
  async run({ rounds, progress }) {
    await using database = await startDatabase();
    await using provider = await startServer({
      entry: join(import.meta.dirname, 'servers/stub-payments.ts'),
    });
    await using stack = new AsyncDisposableStack();
    const sites: Site[] = [];
    for (const courses of sizes) {
      progress(`starts ${courses} courses`);
      sites.push(stack.use(await startSite(courses, database, provider.url)));
    }
    const [few, many] = sites as [Site, Site];
    const rows: (string | number)[][] = [];
    const samples: Record<string, number[]> = {};
    const targets: Target[] = [];
    for (const name of Object.keys(few.operations)) {
      progress(name);
      const contenders = sites.map((site) => {
        let number = 0;
        return {
          name: site.name,
          async measure() {
            const times: number[] = [];
            for (let at = 0; at < requestsOfRound; at += 1) {
              number += 1;
              times.push((await site.operations[name]?.(number)) ?? Number.NaN);
            }
            return times;
          },
        };
      });
      const measured = await alternate(contenders, rounds);
      const [small = [], large = []] = [few, many].map((site) => measured.get(site.name)?.flat());
      samples[`${name}, ${few.name}`] = small;
      samples[`${name}, ${many.name}`] = large;
      const ratio = median(large) / median(small);
      rows.push([
        name,
        median(small),
        percentile(small, 95),
        median(large),
        percentile(large, 95),
        ratio,
        percentile(large, 95) / percentile(small, 95),
      ]);
      if (!name.includes('rendered'))
        targets.push({
          what: `${name}, p50 of ${many.name} to ${few.name}`,
          value: ratio,
          atMost: name.startsWith('board') ? maxBoardRatio : maxRatio,
        });
    }
    return {
      tables: [
        {
          title: `${rounds * requestsOfRound} requests each, in ms`,
          columns: [
            '',
            `${few.name}: p50`,
            'p95',
            `${many.name}: p50`,
            'p95',
            'ratio of p50',
            'ratio of p95',
          ],
          rows,
        },
      ],
      targets,
      notes: ['The board lists 300 batches at most: 20 courses have 60 in six weeks, 1,000 have 3,000.'],
      samples,
    };
  },
};
