/**
 * Two roles: the owner migrates, and the application's role reads and writes rows. It may add to the audit log and read
 * it, and change nothing there; with one role for both, a trigger and the hash chain alone guard the log.
 */
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from './database.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { transact } from './transact.ts';

const appendOnly = 'audit_log';

/** GRANT is not safe to run concurrently. */
const lockId = 7_305_412_290_152;

async function currentRole(database: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database);
  return rows[0]?.role ?? '';
}

/** @returns true if the role has what it needs of every table, and no more of the audit log */
async function hasRights(owner: Kysely<Database>, role: string): Promise<boolean> {
  const { rows } = await sql<{ missing: number; extra: boolean }>`
    select
      -- By oid: by name, tables of other schemas would be looked up too where the planner tests the privilege first.
      (select count(*)::integer from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and not (
        has_table_privilege(${role}, oid, 'select') and has_table_privilege(${role}, oid, 'insert')
        and (relname = ${appendOnly} or has_table_privilege(${role}, oid, 'delete')))
      ) as missing,
      has_table_privilege(${role}, ${appendOnly}, 'update, delete, truncate') as extra`.execute(owner);
  return rows[0]?.missing === 0 && !rows[0].extra;
}

/** Gives the application's role what it needs, and takes from it what it may not do. */
async function grantTo(owner: Kysely<Database>, role: string): Promise<void> {
  await transact(owner, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(transaction);
    if (await hasRights(transaction, role)) return;
    const name = sql.id(role);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(transaction);
    const statements = [
      // For the schema of the job queue, which is the application's own.
      sql`grant connect, create, temporary on database ${sql.id(rows[0]?.name ?? '')} to ${name}`,
      sql`grant usage on schema public to ${name}`,
      sql`grant select, insert, update, delete on all tables in schema public to ${name}`,
      sql`grant usage, select on all sequences in schema public to ${name}`,
      sql`revoke update, delete, truncate on ${sql.id(appendOnly)} from ${name}`,
    ];
    for (const statement of statements) await statement.execute(transaction);
  });
}

/**
 * Migrates, as the owner where there is one.
 * @param database of the application's role
 * @param ownerUrl `DATABASE_OWNER_URL`
 */
export async function migrateAs(
  database: Kysely<Database>,
  ownerUrl: string | undefined,
  options: MigrateOptions = {},
): Promise<void> {
  if (ownerUrl === undefined) return migrate(database, options);
  const role = await currentRole(database);
  const owner = openDatabase(ownerUrl, { maxConnections: 2 });
  try {
    await migrate(owner, options);
    if ((await currentRole(owner)) !== role) await grantTo(owner, role);
  } finally {
    await owner.destroy();
  }
}

/** @returns true if the role of this connection could change the audit log, or switch its trigger off */
export async function mayChangeAuditLog(database: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege(${appendOnly}, 'update, delete, truncate')
      or pg_has_role(current_user, (select relowner from pg_class where oid = ${appendOnly}::regclass), 'member')
      as may`.execute(database);
  return rows[0]?.may ?? true;
}
