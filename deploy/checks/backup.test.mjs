/**
 * Tests which runs the backup scripts record, with stubs of PostgreSQL's programs and of rclone, and tests a restore with
 * real PostgreSQL servers.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../tooling/stack/src/free-port.ts';
import { postgresAccount } from '../../tooling/stack/src/postgres-account.ts';

const scripts = resolve(import.meta.dirname, '../backup');
const label = 'START WAL LOCATION: 0/2000028 (file 000000010000000000000002)\n';

let folder;
const at = (...parts) => join(folder, ...parts);
const textOf = (name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');

function stub(name, script) {
  writeFileSync(at('bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Runs a script. @returns the exit status */
function run(script, args, env = {}) {
  return spawnSync('sh', [join(scripts, script), ...args], {
    env: { PATH: `${at('bin')}:${process.env.PATH}`, BACKUP_DIR: at('backup'), FOLDER: folder, ...env },
    encoding: 'utf8',
  }).status;
}

/** @returns the runs recorded since the last call, for example `base-backup succeeded` */
function recorded() {
  const found = [...textOf('psql').matchAll(/schedule_runs \(name, (\w+)_at\) values \('([\w-]+)'/g)];
  writeFileSync(at('psql'), '');
  return found.map(([, state, name]) => `${name} ${state}`);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridian-backup-'));
  mkdirSync(at('bin'));
  stub('psql', 'echo "$@" >> "$FOLDER/psql"\ncase "$*" in *archive_statusdir*) echo t;; esac');
  stub(
    'pg_basebackup',
    `mkdir -p "\${1#--pgdata=}" && echo '${label.trim()}' > "\${1#--pgdata=}/backup_label"`,
  );
  stub('pg_verifybackup', '[ -d "$2" ]');
  stub('pg_archivecleanup', 'exit 0');
  // Records the names of the files to send.
  stub('rclone', 'case "$*" in *--files-from*) cat "$4";; *) basename "$3";; esac >> "$FOLDER/sent"');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a base backup', () => {
  it('is recorded as succeeded once it is complete; so is the archive if every segment is archived', () => {
    expect(run('backup.sh', ['once'])).toBe(0);
    expect(recorded()).toEqual(['base-backup succeeded', 'wal-archive succeeded']);
    expect(readdirSync(at('backup/base'))).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z$/)]);
    expect(textOf('sent')).toBe('');
  });

  it.each(['pg_basebackup', 'pg_verifybackup'])(
    'is recorded as failed if %s fails, even if an older base backup exists',
    (name) => {
      mkdirSync(at('backup/base/20261101T000000Z'), { recursive: true });
      writeFileSync(at('backup/base/20261101T000000Z/backup_label'), label);
      stub(name, 'exit 1');
      expect(run('backup.sh', ['once'])).not.toBe(0);
      expect(recorded()).toEqual(['base-backup failed']);
    },
  );

  it('is recorded as failed if its copy cannot be sent', () => {
    stub('rclone', 'exit 1');
    expect(run('backup.sh', ['once'], { BACKUP_REMOTE: 'backup:' })).not.toBe(0);
    expect(recorded()).toEqual(['base-backup failed']);
    expect(readdirSync(at('backup')).filter((name) => name.endsWith('.tar.gz'))).toEqual([]);
  });
});

/** @param names of base backups, one in a line */
const chooseNewest = (names, time) =>
  spawnSync('sh', [join(scripts, 'newest.sh')], {
    input: names,
    env: { ...process.env, RECOVERY_TARGET_TIME: time },
    encoding: 'utf8',
  });

it.each([
  ['', '20261123T090000Z'],
  ['2026-11-23 14:30:01+05:30', '20261123T090000Z'],
  // Ended in the same second: possibly after the time.
  ['2026-11-23 14:30:00+05:30', '20261122T090000Z'],
  ['2026-11-22 08:59:59+00', ''],
])('the newest base backup that ended before "%s" is chosen, stored or packed: "%s"', (time, newest) => {
  for (const suffix of ['', '.tar.gz']) {
    const names = ['20261123T090000Z', '20261122T090000Z'].map((name) => `${name}${suffix}\n`).join('');
    expect(chooseNewest(names, time).stdout.trim()).toBe(newest && `${newest}${suffix}`);
  }
});

it.each([
  '2026-11-21 14:30',
  '2026-11-21 14:30 IST',
  '2026-11-21 14:30 UTC+05:30',
  '2026-11-21',
  '21-11-2026 14:30+05:30',
  'yesterday',
  '2026-11-21 24:61:00+05:30',
])('the time "%s" is refused: its offset or format is unclear, or it does not exist', (time) => {
  const { status, stdout, stderr } = chooseNewest('20261123T090000Z\n', time);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).not.toBe('');
});

describe('the archive', () => {
  const archive = (name) => run('archive.sh', [at(name), name]);

  it('is recorded as failed if PostgreSQL archives nothing or segments wait', () => {
    stub('psql', 'echo "$@" >> "$FOLDER/psql"\ncase "$*" in *"archive_mode\') <> \'off\'"*) echo f;; esac');
    run('backup.sh', ['once']);
    expect(recorded()).toEqual(['base-backup succeeded', 'wal-archive failed']);
  });

  it('stores a segment once, and refuses a different segment with the same name', () => {
    writeFileSync(at('000000010000000000000002'), 'a segment');
    expect(archive('000000010000000000000002')).toBe(0);
    expect(archive('000000010000000000000002')).toBe(0);
    writeFileSync(at('000000010000000000000002'), 'another one');
    expect(archive('000000010000000000000002')).not.toBe(0);
    expect(readdirSync(at('backup/wal'))).toEqual(['000000010000000000000002.gz']);
  });

  it('sends each segment once, and retries after a failure', () => {
    const remote = { BACKUP_REMOTE: 'backup:' };
    const segments = () =>
      textOf('sent')
        .split('\n')
        .filter((name) => name.startsWith('0'));
    writeFileSync(at('000000010000000000000002'), 'a segment');
    archive('000000010000000000000002');
    const working = readFileSync(at('bin/rclone'), 'utf8').replace('#!/bin/sh\n', '');
    stub('rclone', 'case "$*" in *--files-from*) exit 1;; esac');
    run('backup.sh', ['once'], remote);
    expect(recorded()).toEqual(['base-backup succeeded', 'wal-archive failed']);

    stub('rclone', working);
    run('backup.sh', ['once'], remote);
    expect(recorded()).toEqual(['base-backup succeeded', 'wal-archive succeeded']);
    writeFileSync(at('000000010000000000000003'), 'the next');
    archive('000000010000000000000003');
    run('backup.sh', ['once'], remote);
    expect(segments()).toEqual(['000000010000000000000002.gz', '000000010000000000000003.gz']);
  });
});

/** @returns the folder of PostgreSQL's programs; null if they are not installed */
function programsFolder() {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed) : [];
  const folders = [stdout?.trim() ?? '', ...versions.map((version) => join(installed, version, 'bin'))];
  const found = folders.find((name) =>
    ['initdb', 'pg_basebackup', 'pg_verifybackup'].every((program) => existsSync(join(name, program))),
  );
  if (found) return found;
  process.stderr.write(
    'skipped the tests of a restore: the programs of a PostgreSQL server were not found\n',
  );
  return null;
}

const programs = programsFolder();

describe.skipIf(!programs)('a restored server', () => {
  let server;
  let settings;

  /** Runs a program as PostgreSQL's user. @returns its output */
  function sh(script, env = {}) {
    const { status, stdout, stderr } = spawnSync('sh', ['-euc', script], {
      ...server,
      cwd: folder,
      env: { PATH: `${programs}:${process.env.PATH}`, BACKUP_DIR: at('backup'), ...settings, ...env },
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    return stdout.trim();
  }

  const query = (text) => sh(`psql --no-psqlrc -qAt --dbname=bff --command="${text}"`);
  const start = () => sh('pg_ctl start -s -w -D data -l log > /dev/null 2>&1 || { cat log >&2; exit 1; }');
  const lose = () => sh('pg_ctl stop -s -m immediate -D data; rm -r data');
  /** Takes a base backup. Waits first, because its name is a time in seconds. */
  const backUp = () => sh(`sleep 1; sh ${join(scripts, 'backup.sh')} once`);
  const restore = (env) => sh(`sh ${join(scripts, 'restore.sh')} ${at('data')} ${settings.PGPORT} true`, env);

  /** Waits until the committed changes are archived. */
  function archiveAll() {
    const last = query('select pg_walfile_name(pg_switch_wal())');
    sh(`for i in $(seq 100); do [ ! -e backup/wal/${last}.gz ] || exit 0; sleep 0.1; done; exit 1`);
  }

  beforeEach(async () => {
    rmSync(at('bin'), { recursive: true });
    server = postgresAccount(folder);
    settings = { PGHOST: '127.0.0.1', PGPORT: String(await freePort()), PGUSER: 'postgres' };
    if (server) chownSync(folder, server.uid, server.gid);
    sh('initdb -D data -A trust -U postgres');
    appendFileSync(
      at('data/postgresql.conf'),
      `port = ${settings.PGPORT}\nunix_socket_directories = '${folder}'\nfsync = off\narchive_mode = on\n` +
        `archive_command = 'sh ${join(scripts, 'archive.sh')} "%p" "%f"'\n`,
    );
    start();
    sh('createdb bff');
    query(
      'create table schedule_runs (name text primary key, succeeded_at timestamptz, failed_at timestamptz)',
    );
    query('create table changes (id int)');
    backUp();
  });
  afterEach(() => sh('pg_ctl stop -s -m immediate -D data || true'));

  it('archives again, and can be restored a second time from the first base backup', () => {
    for (const id of [1, 2]) {
      query(`insert into changes values (${id})`);
      archiveAll();
      lose();
      restore();
      expect(readFileSync(at('data/postgresql.auto.conf'), 'utf8')).not.toMatch(
        /archive_mode|restore_command/,
      );
      start();
    }
    expect(query('select * from changes order by id')).toBe('1\n2');
    expect(query('show archive_mode')).toBe('on');
  });

  it('is restored to a time, and from its next base backup to the end', () => {
    query('insert into changes values (1)');
    // The names of base backups are times in seconds.
    const time = query('select clock_timestamp() from pg_sleep(1)');
    query('delete from changes');
    archiveAll();
    lose();
    restore({ RECOVERY_TARGET_TIME: time });
    start();
    expect(query('select * from changes')).toBe('1');
    backUp();
    query('insert into changes values (2)');
    archiveAll();
    lose();
    restore();
    start();
    expect(query('select * from changes order by id')).toBe('1\n2');
  });

  it('is restored to a time before the newest base backup, and refused if no base backup is older', () => {
    query('insert into changes values (1)');
    const time = query('select clock_timestamp() from pg_sleep(1)');
    query('delete from changes');
    backUp();
    archiveAll();
    lose();
    const script = `sh ${join(scripts, 'restore.sh')} ${at('data')} ${settings.PGPORT} true 2>&1`;
    const early = '2026-11-21 14:30:00+05:30';
    expect(sh(`! ${script}`, { RECOVERY_TARGET_TIME: early })).toContain(`that ended before ${early}`);
    expect(existsSync(at('data'))).toBe(false);
    restore({ RECOVERY_TARGET_TIME: time });
    start();
    expect(query('select * from changes')).toBe('1');
  });

  it('is refused if the time is after the last archived change', () => {
    query('insert into changes values (1)');
    archiveAll();
    lose();
    const script = `sh ${join(scripts, 'restore.sh')} ${at('data')} ${settings.PGPORT} true`;
    expect(sh(`! ${script}`, { RECOVERY_TARGET_TIME: '2099-01-01 00:00:00+00' })).toBe('');
  });

  it('is restored and reported as not archiving if an earlier restore left its settings in the base backup', () => {
    query("alter system set recovery_target_time = '2026-11-21 14:30:00+05:30'");
    query('alter system set archive_mode = off');
    backUp();
    query('insert into changes values (1)');
    archiveAll();
    lose();
    restore();
    start();
    expect(query('select * from changes')).toBe('1');
    query('truncate schedule_runs');
    backUp();
    expect(query('select name from schedule_runs where failed_at is not null')).toBe('wal-archive');
  });
});
