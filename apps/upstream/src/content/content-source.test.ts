import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { useTestDatabase } from '@meridian/stack/test-database';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { migrate, openDatabase } from '../database/database.ts';
import { createContentSource } from './content-source.ts';
import { createContentStore } from './content-store.ts';
import { testCourse, useTestContent, writeFiles } from './test-content.ts';

const { url } = await useTestDatabase();
const database = openDatabase(url, () => undefined);
await migrate(database);
afterAll(() => database.destroy());

async function start(folder: string) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const source = createContentSource(folder, createContentStore(database));
  onTestFinished(source.close);
  await source.load();
  await source.watch(log);
  const mistakes = () =>
    source
      .faults()
      .filter(({ message }) => !message.includes('files/not-made'))
      .map(({ file, field, effect }) => [file, field, effect]);
  return { source, log, mistakes };
}

const soon = { timeout: 5_000, interval: 20 };
const offer = (discount_text: string) => ({ 'site.yaml': { discount_text, button_text: 'Go' } });
const courseOne = (changes: object) => ({ 'courses/course-one.yaml': testCourse(101, changes) });

it('reads a changed, a new and a removed file', async () => {
  const folder = await useTestContent();
  const { source } = await start(folder);
  await writeFiles(folder, offer('Half price'));
  await vi.waitFor(() => expect(source.current().header.discount_text).toBe('Half price'), soon);

  await writeFiles(folder, { 'media/files/not-made.pdf': '%PDF-1.4' });
  await vi.waitFor(
    () => expect(source.faults().map(({ field }) => field)).not.toContain('curriculum_file'),
    soon,
  );

  await rm(join(folder, 'courses/course-three.yaml'));
  await vi.waitFor(() => expect(source.current().courseById.has(103)).toBe(false), soon);
});

it('keeps the last valid versions of two files with mistakes, and removes each fault once its file is corrected', async () => {
  const folder = await useTestContent();
  const { source, log, mistakes } = await start(folder);
  await writeFiles(folder, { ...offer(''), ...courseOne({ fee: '12,000' }), ...offer('') });
  await vi.waitFor(
    () =>
      expect(mistakes()).toEqual([
        ['courses/course-one.yaml', 'fee', 'former_version'],
        ['site.yaml', 'discount_text', 'former_version'],
      ]),
    soon,
  );
  expect(source.current().header.discount_text).toBe('Save now');
  expect(source.current().courseById.get(101)?.detail.fee).toBe(24_999);
  await vi.waitFor(
    () =>
      expect(log.error).toHaveBeenCalledWith(
        expect.objectContaining({ file: 'site.yaml', line: 1, field: 'discount_text' }),
        'content: must not be empty',
      ),
    soon,
  );
  const since = source.faults().find(({ field }) => field === 'fee')?.since;

  await writeFiles(folder, offer('Back again'));
  await vi.waitFor(
    () => expect(mistakes()).toEqual([['courses/course-one.yaml', 'fee', 'former_version']]),
    soon,
  );
  expect(source.current().header.discount_text).toBe('Back again');
  expect(source.faults().find(({ field }) => field === 'fee')?.since).toBe(since);
});

it('starts with the last valid version of a file with a mistake, and of a missing mandatory file', async () => {
  const folder = await useTestContent(courseOne({ name: 'As it was' }));
  const first = await start(folder);
  await first.source.close();
  await writeFiles(folder, courseOne({ name: 'With a mistake', fee: '15,000' }));
  await rm(join(folder, 'categories.yaml'));

  const { source, mistakes } = await start(folder);
  expect(source.current().courseById.get(101)?.listItem.name).toBe('As it was');
  expect(source.current().courseCategories).toHaveLength(3);
  expect(mistakes()).toEqual([
    ['categories.yaml', '', 'former_version'],
    ['courses/course-one.yaml', 'fee', 'former_version'],
  ]);
});

it('keeps all files of a folder that is lost, including optional files', async () => {
  const folder = await useTestContent();
  await (await start(folder)).source.close();
  await rm(folder, { recursive: true });

  const content = (await start(folder)).source.current();
  expect(content.header.discount_text).toBe('Save now');
  expect(content.trainers).toHaveLength(2);
  expect(content.posts).toHaveLength(2);
});

it('leaves out a file that was removed while the upstream was stopped, and no longer uses its valid version', async () => {
  const folder = await useTestContent();
  await (await start(folder)).source.close();
  await rm(join(folder, 'courses/course-three.yaml'));
  await (await start(folder)).source.close();
  await writeFiles(folder, { 'courses/course-three.yaml': testCourse(103, { fee: 'none' }) });
  const { source, mistakes } = await start(folder);
  expect(source.current().courseById.has(103)).toBe(false);
  expect(mistakes()).toEqual([['courses/course-three.yaml', 'fee', 'left_out']]);
});

it('warns of a removed course with bookings', async () => {
  const folder = await useTestContent({ 'courses/booked.yaml': testCourse(199, { name: 'Booked course' }) });
  await (await start(folder)).source.close();
  const batch = await database
    .insertInto('batches')
    .values({
      course_id: 199,
      class_days: ['2026-11-21'],
      start_time: '19:00',
      end_time: '22:00',
      mode: 'online',
      online_class_room: 'Zoom',
      trainer: 'Kavya Raghunathan',
      fee_paise: 1,
      discount_fee_paise: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const booking = {
    course_schedule_id: batch.id,
    fee_paise: 1,
    gst_total_paise: 0,
    sub_total_paise: 1,
    total_fee_paise: 1,
  };
  const payer = { first_name: 'A', last_name: 'B', email: 'a@b.example', phone_number: '1' };
  await database
    .insertInto('bookings')
    .values({ course_id: 199, number_of_course: 1, transaction_id: 'pay_removed', ...booking, ...payer })
    .execute();
  await rm(join(folder, 'courses/booked.yaml'));
  const { source } = await start(folder);
  expect(source.faults()).toContainEqual({
    file: 'courses/booked.yaml',
    line: null,
    field: '',
    message: 'The course Booked course was removed, but 1 booking of the past year is for one of its batches',
    effect: 'warning',
    since: expect.any(String),
  });
});

it('refuses to start if a mandatory file has a mistake and no valid version', async () => {
  const folder = await useTestContent({ 'categories.yaml': '' });
  await database.deleteFrom('content_files').execute();
  const source = createContentSource(folder, createContentStore(database));
  await expect(source.load()).rejects.toMatchObject({ code: 'BAD_CONTENT' });
});
