import { sql } from 'kysely';
import type { DoctorContext } from '../check.ts';
import { countOf, type Finding, fault, ok, warning } from '../finding.ts';

/**
 * Max age of the last base backup: a day, and two hours for the duration of the backup. The alert has the
 * same limit.
 */
const maxAgeHours = 26;

/** Checks the age of the last base backup that `deploy/backup` or another program recorded. */
export async function checkBackups({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await sql<{ hours: number | null }>`
    select floor(extract(epoch from now() - succeeded_at) / 3600)::integer as hours from schedule_runs
    where name = 'base-backup'`.execute(database());
  const hours = rows[0]?.hours;
  const advice = 'See docs/how-to/back-up-and-restore.md: without a backup, a lost disk loses its data.';
  if (hours === undefined || hours === null) return warning('No backup is recorded', advice);
  const text = `The last base backup is ${countOf(hours, 'hour')} old`;
  return hours < maxAgeHours ? ok(text) : fault(text, advice);
}
