import { resolve } from 'node:path';
import { useTestDatabase } from '@meridian/stack/test-database';
import { type ContentSource, openContent } from '@meridian/upstream/content/content-source';
import { migrate, openDatabase } from '@meridian/upstream/database/database';
import { startUpstream } from '@meridian/upstream/start';

const contentDir = resolve(import.meta.dirname, '../../upstream/content');

/**
 * Read once for each test worker, because parsing the files takes a quarter of a second, and no test changes
 * them.
 */
let sample: Promise<ContentSource> | undefined;

async function prepare(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, () => undefined);
  await migrate(database);
  await database.destroy();
}

/**
 * Starts the reference upstream with the sample catalogue and a database for one test file.
 * @returns its URL, the URL of its database, and a function that stops it
 */
export async function startSampleUpstream() {
  sample ??= openContent(contentDir);
  const { url: databaseUrl } = await useTestDatabase({ name: 'upstream', prepare });
  const upstream = await startUpstream(
    { databaseUrl, contentDir, faults: true, host: '127.0.0.1', port: 0, logLevel: 'silent' },
    { content: await sample },
  );
  return { ...upstream, databaseUrl };
}
