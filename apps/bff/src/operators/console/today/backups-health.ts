/** Reads the state of backups: recorded runs of `deploy/backup`, else PostgreSQL's WAL archiver. */
import type { HealthItem } from '@meridian/contracts/operators/console/insights';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { scheduleRuns } from '../../../platform/jobs/queue-state.ts';
import { agoText } from './ago-text.ts';

const hourMs = 3_600_000;
/**
 * Max age of the last base backup: a day, and two hours for the duration of the backup. The alert has the
 * same limit.
 */
const baseBackupMs = 26 * hourMs;
const archiveMs = 24 * hourMs;

interface Known {
  what: string;
  succeededAt: Date | null;
  failedAt: Date | null;
  maxAgeMs: number;
}

async function known(database: Kysely<Database>): Promise<Known | undefined> {
  const run = (await scheduleRuns(database)).find(({ schedule }) => schedule === 'base-backup');
  if (run) return { what: 'base backup', ...run, maxAgeMs: baseBackupMs };
  const { rows } = await sql<{ mode: string; succeededAt: Date | null; failedAt: Date | null }>`
    select current_setting('archive_mode') as mode, last_archived_time as "succeededAt",
      last_failed_time as "failedAt" from pg_stat_archiver`.execute(database);
  const [archive] = rows;
  if (!archive || archive.mode === 'off') return undefined;
  return { what: 'archived WAL segment', ...archive, maxAgeMs: archiveMs };
}

export async function backupsItem(database: Kysely<Database>, nowMs: number): Promise<HealthItem> {
  const name = 'Backups';
  const found = await known(database);
  if (!found)
    return { name, state: 'unknown', detail: 'unknown: no backup is recorded and no WAL is archived' };
  const { what, succeededAt, failedAt, maxAgeMs } = found;
  const hasFailed = (failedAt?.getTime() ?? 0) > (succeededAt?.getTime() ?? 0);
  const isOld = nowMs - (succeededAt?.getTime() ?? 0) > maxAgeMs;
  return {
    name,
    state: hasFailed || isOld ? 'bad' : 'good',
    detail: `last ${what}: ${agoText(succeededAt, nowMs)}${hasFailed ? '; the last attempt failed' : ''}`,
  };
}
