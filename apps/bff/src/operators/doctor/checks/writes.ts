import { sql } from 'kysely';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok, warning } from '../finding.ts';

interface Server {
  isStandby: boolean;
  readOnly: string;
  isSuperuser: boolean;
  fsync: string;
  synchronousCommit: string;
}

/**
 * Checks that the database is writable and that commits survive a crash, because leads are confirmed to
 * visitors after the commit. Warns about a superuser.
 */
export async function checkWrites({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await sql<Server>`
    select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') as "readOnly",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as "synchronousCommit"
  `.execute(database());
  const [server] = rows;
  if (!server) return fault('The response of the database cannot be read', 'Check that it is PostgreSQL.');
  if (server.isStandby || server.readOnly === 'on')
    return fault(
      `The database is read-only${server.isStandby ? ': a standby' : ''}`,
      'Point DATABASE_URL at the primary, through a proxy or a name that follows it.',
    );
  if (server.fsync === 'off' || server.synchronousCommit === 'off')
    return fault(
      `Commits may be lost: fsync is ${server.fsync}, synchronous_commit is ${server.synchronousCommit}`,
      'Switch both on: a confirmed lead must survive a crash.',
    );
  if (server.isSuperuser)
    return warning('Durable, but accessed as a superuser', 'Use a role that owns only its database.');
  return ok('Commits survive a crash of the database');
}
