import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { accountCan, type PostgresAccount, postgresAccount } from './postgres-account.ts';
import { sharedFolder } from './postgres-binaries.ts';
import { StackError, systemErrorCode } from './stack-error.ts';

/** Location of a cluster, its system user and the superuser's password. */
export type PostgresInstallation = { clusterDir: string; account: PostgresAccount; password: string };

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

// Generated once per data folder. With `trust` on loopback, every local user could read leads and payments.
function readPassword(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, 'password'), 'utf8').trim();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    if (systemErrorCode(error) !== 'EACCES') throw error;
    throw new StackError(
      'postgres_failed',
      `${dataDir} belongs to another user. Set DATA_DIR to a folder of your own.`,
      {
        cause: error,
      },
    );
  }
}

function createPassword(dataDir: string): string {
  const password = randomBytes(24).toString('base64url');
  writeFileSync(join(dataDir, 'password'), `${password}\n`, { mode: 0o600 });
  return password;
}

const outsideParent = join(sharedFolder, 'data');
const outsideDir = (dataDir: string, password: string) =>
  join(outsideParent, `${digest(dataDir)}-${digest(password)}`, 'cluster');

/**
 * Finds the cluster of a data folder. Creates nothing.
 * @returns null if there is none
 * @throws StackError `postgres_failed` if the folder belongs to another user
 */
export function findPostgresInstallation(dataDirGiven: string): PostgresInstallation | null {
  const dataDir = resolve(dataDirGiven);
  const password = readPassword(dataDir);
  if (password === null) return null;
  const clusterDir = [join(dataDir, 'cluster'), outsideDir(dataDir, password)].find((path) =>
    existsSync(path),
  );
  return clusterDir ? { clusterDir, account: postgresAccount(clusterDir), password } : null;
}

// A new password means that the data folder was emptied: removes its clusters outside the folder.
function removeAbandoned(dataDir: string, keep: string): void {
  for (const name of existsSync(outsideParent) ? readdirSync(outsideParent) : []) {
    const path = join(outsideParent, name);
    if (name.startsWith(digest(dataDir)) && path !== keep) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Finds or prepares the location of a cluster: `<dataDir>/cluster`, or a folder below /var/lib if the account
 * cannot enter the data folder. The name of a folder below /var/lib depends on path and password of the data
 * folder, so after the data folder is removed, the next start has an empty cluster.
 * @throws StackError `postgres_failed` if a cluster exists without its password
 */
export function preparePostgresInstallation(dataDirGiven: string): PostgresInstallation {
  const dataDir = resolve(dataDirGiven);
  mkdirSync(dataDir, { recursive: true });
  const inside = join(dataDir, 'cluster');
  const known = readPassword(dataDir);
  if (known === null && existsSync(inside)) {
    throw new StackError(
      'postgres_failed',
      `${join(dataDir, 'password')} is missing, so the databases in ${inside} cannot be opened. ` +
        `Put it back, or remove ${dataDir} to begin with empty databases.`,
    );
  }
  const password = known ?? createPassword(dataDir);
  const found = findPostgresInstallation(dataDir);
  if (found) return found;

  const account = postgresAccount(inside);
  if (account === null) return { clusterDir: inside, account, password };
  if (statSync(dataDir).uid === 0) chmodSync(dataDir, 0o711);
  if (accountCan(account, 'cd "$1"', dataDir)) return { clusterDir: inside, account, password };

  const clusterDir = outsideDir(dataDir, password);
  for (const parent of [sharedFolder, outsideParent, dirname(clusterDir)]) {
    mkdirSync(parent, { recursive: true });
    chmodSync(parent, basename(parent) === 'meridian-postgres' ? 0o755 : 0o711);
  }
  removeAbandoned(dataDir, dirname(clusterDir));
  return { clusterDir, account, password };
}
