/** Tests which runs the backup scripts record. Stubs replace PostgreSQL's programs and rclone. */
import { spawnSync } from 'node:child_process';
import {
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
  stub('psql', 'echo "$@" >> "$FOLDER/psql"\ncase "$*" in *archive_statusdir*) echo 0;; esac');
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

describe('the archive', () => {
  const archive = (name) => run('archive.sh', [at(name), name]);

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
