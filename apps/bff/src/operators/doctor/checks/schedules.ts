import { sql } from 'kysely';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok } from '../finding.ts';

/** Max seconds since the last success of important jobs. The alerts have the same limits. */
const timeoutSeconds = { 'sweep-leads': 5 * 60, 'reconcile-payments': 20 * 60, 'release-seats': 30 * 60 };

/** Checks that the important scheduled jobs run. */
export async function checkSchedules({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await sql<{ name: string; seconds: number | null }>`
    select name, extract(epoch from now() - succeeded_at)::float8 as seconds from schedule_runs`.execute(
    database(),
  );
  const ages = new Map(rows.map(({ name, seconds }) => [name, seconds]));
  const late = Object.entries(timeoutSeconds)
    .filter(([name, waitMs]) => (ages.get(name) ?? Number.POSITIVE_INFINITY) > waitMs)
    .map(([name]) => `${name} (${ages.has(name) ? 'not recently' : 'never'})`);
  if (late.length === 0) return ok('Sweeper, reconciler and hold expiry run');
  return fault(
    `Scheduled jobs do not run: ${late.join(', ')}`,
    'Start a replica with BFF_ROLE worker or all; check its log for "scheduled work failed".',
  );
}
