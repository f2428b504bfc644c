import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { DoctorContext } from '../check.ts';
import { type Finding, ok, warning } from '../finding.ts';

/** @returns the major version; undefined if the program is not installed */
async function dumpVersion(): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)('pg_dump', ['--version'], { timeout: 5_000 });
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Checks that pg_dump has the major version of the server. An older pg_dump refuses the server, and the
 * server may be unable to restore the dump of a newer pg_dump.
 */
export async function checkDumpProgram({ database }: DoctorContext): Promise<Finding> {
  const version = await dumpVersion();
  if (version === undefined) return ok('pg_dump is not installed on this machine');
  const { rows } = await sql<{ major: number }>`
    select current_setting('server_version_num')::integer / 10000 as major`.execute(database());
  const major = rows[0]?.major;
  if (version === major) return ok(`pg_dump has the server's version, ${version}`);
  return warning(
    `pg_dump has version ${version}, the server has version ${major}`,
    `Take dumps with version ${major}. An older pg_dump refuses the server, and the server may be unable to restore the dump of a newer pg_dump.`,
  );
}
