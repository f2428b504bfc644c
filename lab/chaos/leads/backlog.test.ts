import { expect, test } from 'vitest';
import { runBacklog } from './backlog.ts';

const leads = 1_000;
/** `pnpm lab chaos backlog` has 60 s for ten times as many. */
const maxDeliverMs = 30_000;

test(`a backlog of ${leads} leads is delivered to a slow CRM without crowding it`, async () => {
  const backlog = await runBacklog(leads, 2 * maxDeliverMs);
  process.stdout.write(`${leads} leads delivered in ${backlog.deliverMs} ms, the start included\n`);
  expect(backlog).toMatchObject({ delivered: leads, doubled: 0, paused: 0 });
  expect(backlog.deliverMs).toBeLessThan(maxDeliverMs);
});
