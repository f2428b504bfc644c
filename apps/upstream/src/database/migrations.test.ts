import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdMigrations } from '@meridian/stack/hold-migrations';
import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, openDatabase } from './database.ts';
import { migrations } from './migrations.ts';

const inFolder = (name: string) => join(import.meta.dirname, name);

await holdMigrations({
  folder: inFolder('migrations'),
  released: {
    '0001-submissions': 'c6c2c1fe9f6d',
    '0002-bookings': 'bb7dddfddd04',
    '0003-booking-changes': 'dc70fa101813',
    '0004-booked-attendees': '9263d3553040',
    '0005-batches': 'c51ebb785e64',
    '0006-batch-edits': '8226a05c0e2e',
    '0007-content-files': 'fcafd620efd7',
  },
  base: '0007-content-files',
  schema: readFileSync(inFolder('schema.sql'), 'utf8'),
});

it('creates rows for batches that were booked with a computed id', async () => {
  const { url } = await useTestDatabase();
  const database = openDatabase(url, () => undefined);
  onTestFinished(() => database.destroy());
  await sql`CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now())`.execute(
    database,
  );
  for (const { name, sql: statements } of migrations.filter((each) => each.name < '0005')) {
    await sql.raw(statements).execute(database);
    await sql`INSERT INTO migrations (name) VALUES (${name})`.execute(database);
  }
  await sql`INSERT INTO bookings (course_id, course_schedule_id, changed_batch, fee_paise, number_of_course,
      gst_total_paise, sub_total_paise, total_fee_paise, transaction_id, first_name, last_name, email, phone_number)
    VALUES (101, 101417260105, 101417260119, 1500000, 1, 0, 1500000, 1500000, 'pay_1', 'Asha', 'Rao', 'a@example.com', '1')`.execute(
    database,
  );
  await migrate(database);
  expect(await database.selectFrom('batches').selectAll().orderBy('id').execute()).toMatchObject([
    { id: 101417260105, course_id: 101, class_days: ['2026-01-05'], fee_paise: 1_500_000, on_sale: false },
    { id: 101417260119, course_id: 101, class_days: ['2026-01-19'], on_sale: false },
  ]);
});
