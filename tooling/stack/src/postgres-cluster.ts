/** The cluster of a data folder: PostgreSQL's files, created once. */
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresBinaries } from './postgres-binaries.ts';
import { spawnAs } from './postgres-child.ts';
import { type PostgresInstallation, preparePostgresInstallation } from './postgres-installation.ts';
import { recoverCluster } from './postgres-recovery.ts';
import { StackError } from './stack-error.ts';

export type ClusterOptions = {
  /** Folder for data and password; created if missing. One server at a time. */
  dataDir: string;
  /** Superuser name, fixed at initialisation. */
  user?: string;
  /** Called with each log line. */
  log?: (line: string) => void;
};

async function initialise(
  place: PostgresInstallation,
  binaries: string,
  user: string,
  log: (line: string) => void,
) {
  const draft = `${place.clusterDir}.new`;
  const passwordFile = `${place.clusterDir}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${place.password}\n`, { mode: 0o600 });
  if (place.account) {
    for (const path of [draft, passwordFile]) chownSync(path, place.account.uid, place.account.gid);
  }
  try {
    const child = spawnAs(
      place,
      join(binaries, 'bin/initdb'),
      [
        `--pgdata=${draft}`,
        `--username=${user}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      log,
    );
    const how = await child.ended;
    if (how !== 'code 0') {
      throw new StackError('postgres_failed', `initdb ended with ${how}:\n${child.lastLines.join('\n')}`);
    }
    // An atomic rename, so that no cluster is initialised only in part.
    renameSync(draft, place.clusterDir);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

export const superuser = 'meridian';

/**
 * Creates the cluster of a data folder if it does not exist.
 * @returns its location and the programs that run it
 * @throws StackError `postgres_unavailable` (no binaries or no system user) or `postgres_failed`
 */
export async function initialisePostgres({
  dataDir,
  user = superuser,
  log = () => undefined,
}: ClusterOptions): Promise<{ place: PostgresInstallation; binaries: string }> {
  const place = preparePostgresInstallation(dataDir);
  const binaries = postgresBinaries(place.account);
  await recoverCluster(place.clusterDir);
  if (!existsSync(place.clusterDir)) await initialise(place, binaries, user, log);
  return { place, binaries };
}
