import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StackError, systemErrorCode } from './stack-error.ts';

/** System user that runs PostgreSQL; null: the user of this process. */
export type PostgresAccount = { uid: number; gid: number } | null;

const accountName = 'postgres';

function numericId(flag: '-u' | '-g'): number | null {
  const { status, stdout } = spawnSync('id', [flag, accountName], { encoding: 'utf8' });
  const id = Number.parseInt(stdout ?? '', 10);
  return status === 0 && Number.isInteger(id) ? id : null;
}

function systemAccount(): { uid: number; gid: number } | null {
  const uid = numericId('-u');
  const gid = numericId('-g');
  return uid === null || gid === null ? null : { uid, gid };
}

function createSystemAccount(): void {
  const commands: [string, string[]][] = [
    ['groupadd', ['--system', '--force', accountName]],
    [
      'useradd',
      [
        '--system',
        '--gid',
        accountName,
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/bin/false',
        accountName,
      ],
    ],
  ];
  for (const [command, args] of commands) {
    const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
    // Another launcher may have created the account meanwhile.
    if (status === 0 || systemAccount()) continue;
    throw new StackError(
      'postgres_unavailable',
      `PostgreSQL refuses to run as root, and the system user "${accountName}" could not be created: ` +
        `${command} ${error?.message ?? stderr.trim()}. Create the user, start as an ordinary user, or set DATABASE_URL and UPSTREAM_DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * Chooses the user that runs a cluster. If this process runs as root: the owner of an existing cluster, else
 * the system user `postgres`, which is created if it is missing. Otherwise: the user of this process.
 * @throws StackError `postgres_unavailable` if the user cannot be created
 */
export function postgresAccount(clusterDir: string): PostgresAccount {
  if (process.getuid?.() !== 0) return null;
  try {
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { uid, gid };
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  if (!systemAccount()) createSystemAccount();
  const account = systemAccount();
  if (!account)
    throw new StackError('postgres_unavailable', `The system user "${accountName}" cannot be looked up`);
  return account;
}

/** @returns whether a shell script succeeds as that user, to test the user's access rights */
export function accountCan(account: PostgresAccount, script: string, ...args: string[]): boolean {
  return (
    spawnSync('/bin/sh', ['-c', script, 'sh', ...args], { ...account, cwd: '/', stdio: 'ignore' }).status ===
    0
  );
}
