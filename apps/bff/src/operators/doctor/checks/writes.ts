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

/** Writable, and durable: what a visitor was thanked for must outlive a crash. */
export async function checkWrites({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await sql<Server>`
    select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') as "readOnly",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as "synchronousCommit"
  `.execute(database());
  const [server] = rows;
  if (!server) return fault('The database gives no answer that can be read', 'Is it PostgreSQL?');
  if (server.isStandby || server.readOnly === 'on')
    return fault(
      `The database is read-only${server.isStandby ? ': a standby' : ''}`,
      'Let DATABASE_URL lead to the primary, by a proxy or a name that follows it.',
    );
  if (server.fsync === 'off' || server.synchronousCommit === 'off')
    return fault(
      `What is committed may be lost: fsync is ${server.fsync}, synchronous_commit is ${server.synchronousCommit}`,
      'Switch both on: a lead that was thanked for must outlive a crash.',
    );
  if (server.isSuperuser)
    return warning(
      'Durable, and reached as a superuser',
      'Use a role that owns its database and nothing else.',
    );
  return ok('What is committed outlives a crash of the database');
}
