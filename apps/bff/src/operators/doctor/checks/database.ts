import { sql } from 'kysely';
import type { PoolingMode } from '../../../platform/database/connection/pooling.ts';
import { UnsuitableDatabaseError } from '../../../platform/database/connection/unsuitable.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok, reasonOf } from '../finding.ts';

const named: Record<PoolingMode, string> = {
  direct: '',
  session: ', through a pooler in session mode',
  transaction: ', through a pooler in transaction mode',
};

/** Checks that the database is reachable, and that its version and the mode of its pooler are supported. */
export async function checkDatabase({ database, pooling }: DoctorContext): Promise<Finding> {
  try {
    const mode = await pooling();
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version') as version`.execute(database());
    return ok(`PostgreSQL ${rows[0]?.version}${named[mode]}`);
  } catch (error) {
    if (error instanceof UnsuitableDatabaseError)
      return fault(error.message, 'Servers do not start in this state.');
    return fault(
      reasonOf(error),
      'Start the database, or correct DATABASE_URL (address, role, password, name).',
    );
  }
}
