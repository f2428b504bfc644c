import { sql } from 'kysely';
import { UnsuitableDatabaseError } from '../../../platform/database/connection/unsuitable.ts';
import { missingMigrations, unknownMigrations } from '../../../platform/database/migrate.ts';
import { ownSchemaVersion } from '../../../platform/jobs/schema-version.ts';
import type { DoctorContext } from '../check.ts';
import { countOf, type Finding, fault, ok } from '../finding.ts';

/** @returns undefined if the queue has no tables yet */
async function queueVersion({ database }: DoctorContext): Promise<number | undefined> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('pgboss.version')::text as name`.execute(database());
  if (!tables[0]?.name) return undefined;
  const { rows } = await sql<{ version: number }>`select version from pgboss.version`.execute(database());
  return rows[0]?.version;
}

/** Checks that tables and queue have at least the schema of this version. */
export async function checkMigrations(context: DoctorContext): Promise<Finding> {
  const missing = await missingMigrations(context.database()).catch((error: unknown) => {
    if (error instanceof UnsuitableDatabaseError) return error;
    throw error;
  });
  if (missing instanceof UnsuitableDatabaseError)
    return fault(missing.message, 'Servers do not start in this state.');
  if (missing.length > 0)
    return fault(
      `${countOf(missing.length, 'migration')} to run: ${missing.join(', ')}`,
      'Run `ops migrate`.',
    );
  const version = await queueVersion(context);
  if (version === undefined || version < ownSchemaVersion())
    return fault('The tables of the job queue have an older version', 'Run `ops migrate`.');
  const later = await unknownMigrations(context.database());
  return ok(
    later.length === 0 ? 'Up to date' : `Up to date, and extended by a later version (${later.join(', ')})`,
  );
}
