/** Measures orders per second for batches with counted seats, compared with batches without. */
import { join } from 'node:path';
import { BenchError } from './bench-error.ts';
import type { Benchmark } from './benchmark.ts';
import { type LoadSample, loadColumns, loadContender, loadRatios, loadRow } from './measured-load.ts';
import { createBuyers } from './order-bodies.ts';
import { alternate } from './rounds.ts';
import { startDatabase } from './servers/database.ts';
import { firstCountedCourse } from './servers/generated-catalogue.ts';
import { startServer } from './servers/launch.ts';
import { startBff } from './servers/product.ts';
import { queryOne } from './servers/query.ts';

const servers = join(import.meta.dirname, 'servers');
const path = '/api/checkout';
const counted = 'seats counted';
const uncounted = 'seats not counted';
/** The same number of courses in each half, so that the number of orders per batch is realistic. */
const courses = 2 * (firstCountedCourse - 1);

/** Checks that all answered orders are stored, those of counted batches with a hold. Otherwise the rate is meaningless. */
async function requireHolds(databaseUrl: string, answered: Record<string, number>): Promise<void> {
  const { holding, free } = await queryOne<{ holding: number; free: number }>(
    databaseUrl,
    `select (count(*) filter (where seat_hold = 'held'))::integer as holding,
      (count(*) filter (where seat_hold is null))::integer as free
    from orders where provider_order_id is not null`,
  );
  if (holding < (answered[counted] ?? 0) || free < (answered[uncounted] ?? 0))
    throw new BenchError(
      'wrong_answer',
      `${JSON.stringify(answered)} answered; ${holding} orders hold seats, ${free} do not`,
    );
}

export const orders: Benchmark = {
  title: `POST ${path}, each by another buyer, spread over ${courses / 2} courses of each kind`,
  async run({ rounds, roundSeconds: seconds }) {
    await using database = await startDatabase();
    await database.preallocateWal();
    await using upstream = await startServer({
      entry: join(servers, 'generated-upstream.ts'),
      env: { COURSES: String(courses) },
    });
    await using provider = await startServer({ entry: join(servers, 'stub-payments.ts') });
    const databaseUrl = await database.create('bff');
    // Each buyer has a separate network address, because seat holds are limited per address.
    const env = { BFF_ROLE: 'web', RAZORPAY_API_URL: provider.url, TRUST_PROXY: 'loopback' };
    await using bff = await startBff({ databaseUrl, upstreamUrl: upstream.url, env });

    const nextBuyer = createBuyers();
    const answered: Record<string, number> = {};
    const contender = (name: string, firstCourse: number) => {
      const nextRequest = () => nextBuyer(firstCourse, courses / 2);
      const load = loadContender(name, bff, { url: `${bff.url}${path}`, seconds, nextRequest });
      return {
        name,
        async measure() {
          const sample = await load.measure();
          answered[name] = (answered[name] ?? 0) + sample.requests;
          return sample;
        },
      };
    };
    const samples = await alternate<LoadSample>(
      [contender(counted, firstCountedCourse), contender(uncounted, 1)],
      rounds,
    );
    await requireHolds(databaseUrl, answered);
    const [own = [], other = []] = [samples.get(counted), samples.get(uncounted)];
    const { throughput, processor } = loadRatios(own, other);
    return {
      tables: [
        {
          title: `50 connections, ${rounds} rounds, medians`,
          columns: loadColumns,
          rows: [loadRow(counted, own), loadRow(uncounted, other)],
        },
        {
          title: 'With the check of seats against without',
          columns: ['', 'throughput', 'processor'],
          rows: [[counted, throughput, processor]],
        },
      ],
      targets: [{ what: 'orders with seats counted against not counted', value: throughput, atLeast: 0.9 }],
      notes: ['Every order that was answered is in the ledger; those of counted batches hold their seats.'],
      samples: Object.fromEntries(samples),
    };
  },
};
