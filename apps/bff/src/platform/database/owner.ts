/**
 * Grants the rights of three database roles. The owner migrates. The role of the site and its workers, and
 * the role of the console and `ops`, read and write rows. No role may change append-only tables, except to
 * fill the registration columns of `invoices`. Triggers also refuse such changes, but the owner could disable
 * triggers.
 */
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from './database.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { transact } from './transact.ts';

/** Append-only tables. `schema.sql` revokes the owner's right to change them. */
const appendOnly = ['audit_log', 'invoices', 'invoice_files', 'ledger_entries'];
/** Columns of `invoices` that are filled once, with the answer of the registration portal. */
const registration = sql.raw('irn, ack_no, ack_on, signed_qr');
/** Tables for the sign-in of operators, which the site cannot access. */
const signIn = [
  'operator_accounts',
  'operator_failures',
  'operator_invitations',
  'operator_passkeys',
  'operator_sessions',
  'operator_two_factors',
  'operator_used_codes',
  'operator_verifications',
];

/** Database URLs, one for each role. */
export interface DatabaseRoles {
  /** `DATABASE_OWNER_URL`; if undefined, the site's role owns the tables. */
  ownerUrl: string | undefined;
  /** `DATABASE_URL` */
  siteUrl: string;
  /** `DATABASE_CONSOLE_URL`; if undefined, the console uses the site's role. */
  consoleUrl: string | undefined;
}

/** Id of an advisory lock, because GRANT is not safe to run concurrently. */
const lockId = 7_305_412_290_152;

async function currentRole(database: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database);
  return rows[0]?.role ?? '';
}

async function roleOf(url: string): Promise<string> {
  const database = openDatabase(url, { maxConnections: 1 });
  return currentRole(database).finally(() => database.destroy());
}

export interface Rights {
  /** Tables on which the role lacks rights; may include the schema of the job queue. */
  missing: string[];
  /** Tables that the role may change or read, but should not. */
  excess: string[];
}

/**
 * @param role name of the role
 * @param options.forbidden tables that the role may not even read
 */
async function rightsOf(
  database: Kysely<Database>,
  role: string,
  { forbidden }: { forbidden: readonly string[] },
): Promise<Rights> {
  // Tests rights by oid. A test by name would fail on tables of other schemas, if the planner runs the test
  // before the filter.
  const { rows } = await sql<{ name: string; has: boolean; exceeds: boolean }>`
    select relname as name,
      has_table_privilege(${role}, oid, 'select') and has_table_privilege(${role}, oid, 'insert')
        and (relname = any(${appendOnly}) or has_table_privilege(${role}, oid, 'delete'))
        and (relname <> 'invoices' or has_column_privilege(${role}, oid, 'irn', 'update')) as has,
      case when relname = any(${forbidden}) then has_table_privilege(${role}, oid, 'select, insert, update, delete')
        when relname = any(${appendOnly}) then has_table_privilege(${role}, oid, 'update, delete, truncate')
          or pg_has_role(${role}, relowner, 'member')
        else false end as exceeds
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all
    -- Schema of the job queue. The console's role can use it as a member of the site's role.
    select nspname, has_schema_privilege(${role}, oid, 'usage'), false from pg_namespace where nspname = 'pgboss'
    order by name`.execute(database);
  return {
    missing: rows.filter(({ name, has }) => !has && !forbidden.includes(name)).map(({ name }) => name),
    excess: rows.filter(({ exceeds }) => exceeds).map(({ name }) => name),
  };
}

const tables = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));

/** Grants a role the rights that it needs, and revokes the others. */
async function grantTo(
  owner: Kysely<Database>,
  role: string,
  options: { forbidden: readonly string[] },
): Promise<void> {
  await transact(owner, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(transaction);
    const { missing, excess } = await rightsOf(transaction, role, options);
    if (missing.length + excess.length === 0) return;
    const name = sql.id(role);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(transaction);
    const statements = [
      // The site creates the schema of the job queue itself.
      sql`grant connect, create, temporary on database ${sql.id(rows[0]?.name ?? '')} to ${name}`,
      sql`grant usage on schema public to ${name}`,
      sql`grant select, insert, update, delete on all tables in schema public to ${name}`,
      sql`grant usage, select on all sequences in schema public to ${name}`,
      sql`revoke update, delete, truncate on ${tables(appendOnly)} from ${name}`,
      sql`grant update (${registration}) on invoices to ${name}`,
      ...(options.forbidden.length > 0 ? [sql`revoke all on ${tables(options.forbidden)} from ${name}`] : []),
    ];
    for (const statement of statements) await statement.execute(transaction);
  });
}

/** Tables that the site may not read if the console has its own role. */
const forbiddenToSite = ({ consoleUrl }: Pick<DatabaseRoles, 'consoleUrl'>) =>
  consoleUrl === undefined ? [] : signIn;

/**
 * Migrates, as the owner if there is one. The owner then grants the other roles their rights.
 * @param database connection of the site's or the console's role
 */
export async function migrateAs(
  database: Kysely<Database>,
  roles: DatabaseRoles,
  options: MigrateOptions = {},
): Promise<void> {
  const { ownerUrl, siteUrl, consoleUrl } = roles;
  if (ownerUrl === undefined) return migrate(database, options);
  const owner = openDatabase(ownerUrl, { maxConnections: 2 });
  try {
    await migrate(owner, options);
    const ownerRole = await currentRole(owner);
    const siteRole = await roleOf(siteUrl);
    if (siteRole !== ownerRole) await grantTo(owner, siteRole, { forbidden: forbiddenToSite(roles) });
    if (consoleUrl !== undefined) await grantTo(owner, await roleOf(consoleUrl), { forbidden: [] });
  } finally {
    await owner.destroy();
  }
}

/**
 * Compares the rights of the roles with the rights that they should have.
 * @returns missing and excess rights by role name
 */
export async function checkRights(
  database: Kysely<Database>,
  roles: DatabaseRoles,
): Promise<Record<string, Rights>> {
  const site = await roleOf(roles.siteUrl);
  const found = { [site]: await rightsOf(database, site, { forbidden: forbiddenToSite(roles) }) };
  if (roles.consoleUrl === undefined) return found;
  const role = await roleOf(roles.consoleUrl);
  return { ...found, [role]: await rightsOf(database, role, { forbidden: [] }) };
}
