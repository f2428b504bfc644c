import request from 'supertest';
import { expect, it, onTestFinished } from 'vitest';
import { openContent } from '../content/content-source.ts';
import { testCourse, useTestContent } from '../content/test-content.ts';
import { openDatabase } from '../database/database.ts';
import { useTestUpstream } from '../test-upstream.ts';
import { createBatchCatalogue } from './batch-catalogue.ts';
import { dayOf } from './calendar.ts';

const { app, database, databaseUrl, batches, setNow } = await useTestUpstream();

const rows = () => database.selectFrom('batches').selectAll().orderBy('id').execute();

async function starts(): Promise<string[]> {
  const { body } = await request(app.server).post('/course_schedule').send({ id: 101, day_type: 'weekday' });
  return body.data.course_schedule.map(({ start_date }: { start_date: string }) => start_date);
}

/** Creates a catalogue as another process on the same database would. */
async function otherCatalogue(day: string, changes: object = {}) {
  const folder = await useTestContent({ 'courses/course-one.yaml': testCourse(101, changes) });
  const content = await openContent(folder);
  const own = openDatabase(databaseUrl, () => undefined);
  onTestFinished(() => own.destroy());
  return createBatchCatalogue({ database: own, content: content.current, today: () => dayOf(day) });
}

it('creates the next batches once with several processes, and one more of a rule whose next batch has begun', async () => {
  const before = await rows();
  expect(before).toHaveLength(20);
  expect(before.every(({ id }) => id > 1e15 && Number.isSafeInteger(id))).toBe(true);
  const others = await Promise.all([1, 2, 3].map(() => otherCatalogue('2026-11-23')));
  await Promise.all([...others, ...others].map((other) => other.createNext()));
  const after = await rows();
  expect(after.slice(0, 20)).toEqual(before);
  // One of each rule, because the batches of 21 November (weekend) and of 23 November (weekday) have begun.
  expect(
    after
      .slice(20)
      .map(({ course_id, rule_key, rule_day }) => `${course_id} ${rule_key} ${rule_day}`)
      .sort(),
  ).toEqual([
    '101 weekday-evening 2026-12-28',
    '101 weekend 2027-01-30',
    '103 weekday-evening 2026-12-28',
    '103 weekend 2027-01-30',
  ]);
});

it('reads batches that another process created, and keeps batches whose rule was removed', async () => {
  const before = await starts();
  const other = await otherCatalogue('2026-11-20', { batches: [] });
  await other.createNext();
  expect(other.upcoming(101)).toHaveLength(12);
  await batches.refresh();
  expect(await starts()).toEqual([...before, '2026-12-28']);
  setNow('2026-11-23T12:00:00+05:30');
  expect((await starts())[0]).toBe('2026-11-30');
});

it('does not recreate a batch that an operator moved or took off sale', async () => {
  setNow('2026-11-20T12:00:00+05:30');
  const count = (await rows()).length;
  const [first, second] = batches.upcoming(101);
  await database
    .updateTable('batches')
    .set({ class_days: ['2027-05-05'] })
    .where('id', '=', first?.id ?? 0)
    .execute();
  await database
    .updateTable('batches')
    .set({ on_sale: false })
    .where('id', '=', second?.id ?? 0)
    .execute();
  await (await otherCatalogue('2026-11-20')).createNext();
  expect(await rows()).toHaveLength(count);
});
