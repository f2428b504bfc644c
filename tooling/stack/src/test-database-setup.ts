import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { useMemoryFolder } from './memory-folder.ts';
import { startPostgres } from './postgres.ts';
import { claimDataDir } from './process-records.ts';
import { postgresFolder } from './stack-recovery.ts';
import { removeDataDir, temporaryDataDir } from './temporary-folder.ts';

const settings = { wal_level: 'minimal', max_wal_senders: '0' };
/** Settings that are switched off for speed. Tests that need durability start their own servers. */
const relaxed = ['fsync', 'full_page_writes'];

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function dropTemplates(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [process.env.TEST_DATABASE_TEMPLATES],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE ${client.escapeIdentifier(datname)}`);
}

/**
 * Global set-up of Vitest: starts one PostgreSQL server per run, with a free port and a temporary folder, and
 * sets TEST_DATABASE_URL. If that is already set, its server is used. TEST_RUN_FOLDER is for files that
 * several tests use.
 * @returns the teardown
 */
export async function setup(): Promise<() => Promise<void>> {
  useMemoryFolder();
  // Template names are unique to this run, because a given server may have templates of another checkout.
  process.env.TEST_DATABASE_TEMPLATES = `template_${randomUUID().replaceAll('-', '')}`;
  const runFolder = mkdtempSync(join(tmpdir(), 'test-run-'));
  process.env.TEST_RUN_FOLDER = runFolder;
  // Without the cache, a process that a test starts from the sources spends a third of its start compiling
  // modules.
  process.env.NODE_COMPILE_CACHE = join(runFolder, 'compile-cache');
  // Retries, because a process that ends now may still write its compile cache.
  const removeRunFolder = () =>
    rmSync(runFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  const given = process.env.TEST_DATABASE_URL;
  if (given) return () => onServer(given, dropTemplates).finally(removeRunFolder);
  const dataDir = await temporaryDataDir();
  // If this run is killed, a later run can clean up.
  const claim = claimDataDir(dataDir);
  const postgres = await startPostgres({
    dataDir: postgresFolder(dataDir),
    port: await freePort(),
    settings,
  });
  const url = postgres.url('postgres');
  await onServer(url, async (client) => {
    for (const name of relaxed) await client.query(`ALTER SYSTEM SET ${name} = off`);
    await client.query('SELECT pg_reload_conf()');
  });
  // The workers start later and inherit it.
  process.env.TEST_DATABASE_URL = url;
  return async () => {
    removeRunFolder();
    await postgres.stop();
    await removeDataDir(dataDir);
    claim.release();
  };
}
