import { sql } from 'kysely';
import type { PoolingMode } from '../../database/pooling.ts';
import { UnsuitableDatabaseError } from '../../database/unsuitable.ts';
import type { DoctorContext } from './check.ts';
import { type Finding, fault, ok, reasonOf, warning } from './finding.ts';

interface Server {
  version: string;
  inRecovery: boolean;
  readOnly: string;
  isSuperuser: boolean;
  fsync: string;
  synchronousCommit: string;
}

/** Reachable, writable, and durable: what is thanked for must outlive a crash. */
export async function checkDatabase({ database, pooling }: DoctorContext): Promise<Finding> {
  let server: Server | undefined;
  let mode: PoolingMode;
  try {
    mode = await pooling();
    const { rows } = await sql<Server>`
      select current_setting('server_version') as version, pg_is_in_recovery() as "inRecovery",
        current_setting('transaction_read_only') as "readOnly",
        (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as "synchronousCommit"
    `.execute(database());
    server = rows[0];
  } catch (error) {
    if (error instanceof UnsuitableDatabaseError) return fault(error.message, 'No server starts with it.');
    return fault(
      reasonOf(error),
      'Start the database, or correct DATABASE_URL (address, role, password, name).',
    );
  }
  if (!server) return fault('The database gives no answer that can be read', 'Is it PostgreSQL?');
  const text = `PostgreSQL ${server.version}${mode === 'direct' ? '' : `, by a pooler in ${mode} mode`}`;
  if (server.inRecovery || server.readOnly === 'on')
    return fault(
      `${text} is read-only${server.inRecovery ? ': a standby' : ''}`,
      'Let DATABASE_URL lead to the primary, by a proxy or a name that follows it.',
    );
  if (server.fsync === 'off' || server.synchronousCommit === 'off')
    return fault(
      `${text} may lose what it has committed: fsync is ${server.fsync}, synchronous_commit is ${server.synchronousCommit}`,
      'Switch both on: a lead that was thanked for must outlive a crash.',
    );
  if (server.isSuperuser)
    return warning(`${text}, reached as a superuser`, 'Use a role that owns its database and nothing else.');
  return ok(text);
}
