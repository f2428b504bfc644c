/** Creates the next batches of the rules in course files. Existing batches do not change. */
import type { Insertable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { dateOf } from './calendar.ts';
import { numberOfBatch, type Recurrence, upcomingDays } from './recurrence.ts';
import { lockRevision, raiseRevision } from './revision.ts';

type NewBatch = Insertable<Tables['batches']>;

/** A parsed rule: the recurrence, and the fields that its batches share. */
export interface BatchRule {
  recurrence: Recurrence;
  /** Days with class, counted from 1, the first day. */
  classDays: readonly number[];
  /** Seats sold by other channels: a list that is used cyclically, one entry per batch. */
  soldElsewhere: readonly number[];
  common: Omit<NewBatch, 'course_id' | 'class_days' | 'rule_key' | 'sold_elsewhere'> & { rule_key: string };
}

export interface CourseWithRules {
  id: number;
  batchRules: readonly BatchRule[];
}

/** PostgreSQL accepts at most 65,535 parameters in a statement. */
const rowsOfStatement = 1_000;

function batchesOf(courseId: number, rule: BatchRule, today: number) {
  return upcomingDays(rule.recurrence, today).map((startDay) => ({
    ...rule.common,
    course_id: courseId,
    rule_day: dateOf(startDay),
    class_days: rule.classDays.map((day) => dateOf(startDay + day - 1)),
    sold_elsewhere:
      rule.soldElsewhere[numberOfBatch(rule.recurrence, startDay) % rule.soldElsewhere.length] ?? 0,
  }));
}

const keyOf = (row: { course_id: number; rule_key: string | null; rule_day: string | null }) =>
  `${row.course_id} ${row.rule_day} ${row.rule_key}`;

/**
 * Creates those batches of the rules that start after today and were never created before. Several processes
 * can do this at the same time.
 * @param today current date in India as a day number
 * @returns number of batches created
 */
export async function createFromRules(
  database: Database,
  courses: readonly CourseWithRules[],
  today: number,
): Promise<number> {
  const announced = courses.flatMap(({ id, batchRules }) =>
    batchRules.flatMap((rule) => batchesOf(id, rule, today)),
  );
  const missing = await withoutCreated(database, announced, today);
  if (missing.length === 0) return 0;
  return database.transaction().execute(async (transaction) => {
    await lockRevision(transaction);
    const rows = await withoutCreated(transaction, missing, today);
    for (let first = 0; first < rows.length; first += rowsOfStatement)
      await transaction
        .insertInto('batches')
        .values(rows.slice(first, first + rowsOfStatement))
        .execute();
    if (rows.length > 0) await raiseRevision(transaction);
    return rows.length;
  });
}

async function withoutCreated<Row extends NewBatch & { rule_key: string; rule_day: string }>(
  database: Database,
  rows: readonly Row[],
  today: number,
): Promise<Row[]> {
  const created = await database
    .selectFrom('batches')
    .select(['course_id', 'rule_key', 'rule_day'])
    .where('rule_day', '>', dateOf(today))
    .execute();
  const keys = new Set(created.map(keyOf));
  return rows.filter((row) => !keys.has(keyOf(row)));
}
