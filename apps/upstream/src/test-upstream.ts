import { useTestDatabase } from '@meridian/stack/test-database';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { buildUpstream } from './app.ts';
import { openContent } from './content/content-source.ts';
import { batchRule, createTestContent, type TestFiles, testCourse } from './content/test-content.ts';
import { type Database, migrate, openDatabase } from './database/database.ts';

export interface TestUpstream {
  app: FastifyInstance;
  database: Database;
  /** Sets the upstream's clock. */
  setNow: (timestamp: string) => void;
}

/**
 * Upstream with small content and its own database, for one test file. Its clock is fixed at noon of
 * Friday, 20 November 2026, in India.
 * @param options.batches overrides per batch rule of course 101
 */
export async function useTestUpstream(
  options: { faults?: boolean; files?: TestFiles; batches?: readonly object[] } = {},
): Promise<TestUpstream> {
  const { url } = await useTestDatabase();
  const course = options.batches && {
    'courses/course-one.yaml': testCourse(101, {
      batches: options.batches.map((rule) => ({ ...batchRule, ...rule })),
    }),
  };
  const { folder, remove } = await createTestContent({ ...course, ...options.files });
  afterAll(remove);
  const database = openDatabase(url, () => undefined);
  await migrate(database);
  let now = new Date('2026-11-20T12:00:00+05:30');
  const app = buildUpstream({
    content: await openContent(folder),
    database,
    faults: options.faults ?? false,
    now: () => now,
  });
  await app.ready();
  afterAll(async () => {
    await app.close();
    await database.destroy();
  });
  return {
    app,
    database,
    setNow: (timestamp) => {
      now = new Date(timestamp);
    },
  };
}
