import { expect, test } from 'vitest';
import { runBacklog } from './backlog.ts';

const leads = 1_000;
/** The test has a tenth of the leads of `pnpm lab chaos backlog`, whose limit is 60 s. */
const maxDeliverMs = 30_000;

test(`a worker delivers a backlog of ${leads} leads to a slow CRM without exceeding its concurrency limit`, async () => {
  const backlog = await runBacklog(leads, 2 * maxDeliverMs);
  process.stdout.write(
    `${leads} leads delivered in ${backlog.deliverMs} ms, including the start of the worker\n`,
  );
  expect(backlog).toMatchObject({ delivered: leads, doubled: 0, paused: 0 });
  expect(backlog.deliverMs).toBeLessThan(maxDeliverMs);
});
