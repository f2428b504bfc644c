/** CPU time and write-ahead log of a PostgreSQL server on this machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { queryOne } from './query.ts';

/** Linux counts CPU time in hundredths of a second. */
const msOfTick = 10;

/** @returns the fields of /proc/PID/stat after the process name, which may contain spaces */
function statOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}

/** @returns the CPU time of all server processes so far, including ended ones, and the bytes of log written so far */
export async function databaseUsage(databaseUrl: string): Promise<{ cpuMs: number; logBytes: number }> {
  const { pid, bytes } = await queryOne<{ pid: number; bytes: number }>(
    databaseUrl,
    `select pg_backend_pid() as pid, (pg_current_wal_lsn() - '0/0')::float8 as bytes`,
  );
  const [, parent = ''] = statOf(String(pid)) ?? [];
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const stat = statOf(name);
    if (!stat || (name !== parent && stat[1] !== parent)) continue;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat.slice(11, 15).map(Number);
    ticks += user + system + (name === parent ? endedUser + endedSystem : 0);
  }
  return { cpuMs: ticks * msOfTick, logBytes: bytes };
}
