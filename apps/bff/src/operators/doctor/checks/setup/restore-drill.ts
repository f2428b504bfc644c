import { sql } from 'kysely';
import type { DoctorContext } from '../../check.ts';
import { countOf, type Finding, ok, warning } from '../../finding.ts';

/** Max days since the last drill: a quarter, and some days of margin. */
const maxAgeDays = 100;
const advice =
  'Run the drill: `deploy/backup/drill-production.sh`, or another restore, then `ops setup record-drill`.';

/** Checks that a backup was restored and checked recently. */
export async function checkRestoreDrill({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await sql<{ days: number }>`
    select floor(extract(epoch from now() - succeeded_at) / 86400)::integer as days from schedule_runs
    where name = 'restore-drill' and succeeded_at is not null`.execute(database());
  const days = rows[0]?.days;
  if (days === undefined) return warning('No backup has been restored yet, so none is known to work', advice);
  const text = `A backup was restored ${countOf(days, 'day')} ago`;
  return days <= maxAgeDays ? ok(text) : warning(text, advice);
}
