import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestUpstream } from '../test-upstream.ts';
import { raiseRevision } from './revision.ts';

const { app, database, batches } = await useTestUpstream();

async function fastestMs(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 51; round += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

it('answers a read within milliseconds with 10,000 batches of 1,000 courses', async () => {
  await database.transaction().execute(async (transaction) => {
    await sql`INSERT INTO batches
        (course_id, class_days, start_time, end_time, mode, trainer, fee_paise, discount_fee_paise, seats)
      SELECT 101 + n % 1000, ARRAY[date '2026-12-01' + n / 1000, date '2026-12-08' + n / 1000],
        '09:00', '17:00', 'online', 'Arvind', 2499900, 1899900, 20
      FROM generate_series(0, 9999) AS n`.execute(transaction);
    await raiseRevision(transaction);
  });
  await batches.refresh();
  const read = () => app.inject({ method: 'POST', url: '/course_schedule', payload: { id: 101 } });
  expect((await read()).json().data.total_schedule).toBe(20);
  expect(await fastestMs(read)).toBeLessThan(10);
});
