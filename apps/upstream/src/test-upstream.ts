import { dayNumberInIndia } from '@meridian/contracts/india-time';
import { atEnd } from '@meridian/stack/at-end';
import { useTestDatabase } from '@meridian/stack/test-database';
import type { FastifyInstance } from 'fastify';

import { buildUpstream } from './app.ts';
import { openContent } from './content/content-source.ts';
import { batchRule, createTestContent, type TestFiles, testCourse } from './content/test-content.ts';
import { type Database, migrate, openDatabase } from './database/database.ts';
import { type BatchCatalogue, createBatchCatalogue } from './schedule/batch-catalogue.ts';

export interface TestUpstream {
  app: FastifyInstance;
  database: Database;
  databaseUrl: string;
  batches: BatchCatalogue;
  /** Sets the upstream's clock. `batches.createNext` then creates the batches of the new day. */
  setNow: (timestamp: string) => void;
}

/**
 * Starts an upstream with a small content folder and its own database, for one test file. Its clock is fixed.
 * @param options `batches` overrides each batch rule of course 101; `start` is the initial time of the clock,
 *   by default noon on Friday, 20 November 2026, in India
 */
export async function useTestUpstream(
  options: { faults?: boolean; files?: TestFiles; batches?: readonly object[]; start?: string } = {},
): Promise<TestUpstream> {
  const { url } = await useTestDatabase();
  const course = options.batches && {
    'courses/course-one.yaml': testCourse(101, {
      batches: options.batches.map((rule) => ({ ...batchRule, ...rule })),
    }),
  };
  const { folder, remove } = await createTestContent({ ...course, ...options.files });
  atEnd(remove);
  const database = openDatabase(url, () => undefined);
  await migrate(database);
  let now = new Date(options.start ?? '2026-11-20T12:00:00+05:30');
  const content = await openContent(folder);
  const batches = createBatchCatalogue({
    database,
    content: () => content.current(),
    today: () => dayNumberInIndia(now),
  });
  await batches.createNext();
  const app = buildUpstream({
    content,
    batches,
    database,
    faults: options.faults ?? false,
    now: () => now,
  });
  await app.ready();
  atEnd(async () => {
    await app.close();
    await database.destroy();
  });
  return {
    app,
    database,
    databaseUrl: url,
    batches,
    setNow: (timestamp) => {
      now = new Date(timestamp);
    },
  };
}
