/** A PostgreSQL server with the backup of docs/how-to/back-up-and-restore.md: base backup and WAL archive. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@meridian/stack/free-port';
import { type Postgres, startPostgres } from '@meridian/stack/postgres';
import pg from 'pg';
import { eventually } from './visit.ts';

/** If this process runs as root, makes the server's user the owner. */
function give(path: string, clusterDir: string): void {
  const { uid, gid } = statSync(clusterDir);
  chownSync(path, uid, gid);
}

export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Starts a server with WAL archiving.
 * @param folder for data, `archive` and `backup`
 */
export async function startArchived(folder: string): Promise<Postgres> {
  const dataDir = join(folder, 'postgres');
  const archive = join(folder, 'archive');
  const first = await startPostgres({ dataDir, port: await freePort() });
  mkdirSync(archive);
  give(archive, first.clusterDir);
  const url = first.url('postgres');
  await query(url, 'ALTER SYSTEM SET archive_mode = on');
  await query(
    url,
    `ALTER SYSTEM SET archive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'`,
  );
  await first.stop();
  const postgres = await startPostgres({ dataDir, port: await freePort() });
  for (const name of ['bff', 'upstream']) await postgres.createDatabase(name);
  return postgres;
}

/** Takes a base backup of a running server. */
export async function backUp(postgres: Postgres, folder: string): Promise<void> {
  const backup = join(folder, 'backup');
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('trial', fast => true)");
    const { status, stderr } = spawnSync('cp', ['-a', postgres.clusterDir, backup], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    writeFileSync(join(backup, 'backup_label'), rows[0]?.labelfile ?? '');
    give(join(backup, 'backup_label'), postgres.clusterDir);
  } finally {
    await client.end();
  }
}

/** Waits until all committed WAL is archived. */
export async function archiveAll(postgres: Postgres): Promise<void> {
  const url = postgres.url('postgres');
  const [current] = await query<{ name: string }>(
    url,
    'SELECT pg_walfile_name(pg_current_wal_lsn()) AS name',
  );
  await query(url, 'SELECT pg_switch_wal()');
  const last = 'SELECT last_archived_wal >= $1::text AS done FROM pg_stat_archiver'.replace(
    '$1',
    `'${current?.name}'`,
  );
  await eventually(
    'the WAL is archived',
    async () => (await query<{ done: boolean }>(url, last))[0]?.done === true,
  );
}

/**
 * Restores a backup and replays the archive.
 * @param from the original server, which may have ended
 * @param until a restore point. Default: replays the whole archive
 */
export async function restore(
  from: Postgres,
  folder: string,
  name: string,
  until?: string,
): Promise<Postgres> {
  const dataDir = join(folder, name);
  const cluster = join(dataDir, 'cluster');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o711);
  cpSync(join(folder, 'postgres/password'), join(dataDir, 'password'));
  assert.equal(spawnSync('cp', ['-a', join(folder, 'backup'), cluster]).status, 0);
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  // Removes the WAL in the base backup, so that the replay must use the archive.
  for (const file of readdirSync(join(cluster, 'pg_wal'), { withFileTypes: true }))
    if (file.isFile()) rmSync(join(cluster, 'pg_wal', file.name));
  const target = until ? `recovery_target_name = '${until}'\nrecovery_target_action = 'promote'\n` : '';
  const settings = `archive_mode = off\nrestore_command = 'cp "${join(folder, 'archive')}/%f" "%p"'\n${target}`;
  appendFileSync(join(cluster, 'postgresql.auto.conf'), settings);
  writeFileSync(join(cluster, 'recovery.signal'), '');
  give(join(cluster, 'recovery.signal'), join(folder, 'backup'));
  assert.ok(from.clusterDir !== cluster);
  return startPostgres({ dataDir, port: await freePort() });
}
