/**
 * Three roles: the owner migrates; that of the site and its workers, and that of the console and `ops`, read and write
 * rows. None of them may change what is only added to: triggers refuse it too, and the owner could switch those off.
 */
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from './database.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { transact } from './transact.ts';

/** Rows are only added. `schema.sql` takes the rights to change them from the owner. */
const appendOnly = ['audit_log', 'invoices', 'invoice_files', 'ledger_entries'];
/** Columns of `invoices` that come from the registration portal, after the document. */
const registration = sql.raw('irn, ack_no, ack_on, signed_qr');
/** Sign-in of operators: the site has no part in it. */
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

/** Addresses of one database, by the role that they sign in as. */
export interface DatabaseRoles {
  /** `DATABASE_OWNER_URL`; without it the site's role owns the tables. */
  ownerUrl: string | undefined;
  /** `DATABASE_URL` */
  siteUrl: string;
  /** `DATABASE_CONSOLE_URL`; without it the console works as the site's role. */
  consoleUrl: string | undefined;
}

/** GRANT is not safe to run concurrently. */
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
  /** Tables that the role has too few rights to. */
  missing: string[];
  /** Tables that it may change or read against the rules. */
  excess: string[];
}

/**
 * @param role default: that of this connection
 * @param options.forbidden tables that it may not even read
 */
async function rightsOf(
  database: Kysely<Database>,
  role: string,
  { forbidden }: { forbidden: readonly string[] },
): Promise<Rights> {
  // By oid: by name, tables of other schemas would be looked up too if the planner tests the privilege first.
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
    -- The queue's: the console's role has it as a member of the site's.
    select nspname, has_schema_privilege(${role}, oid, 'usage'), false from pg_namespace where nspname = 'pgboss'
    order by name`.execute(database);
  return {
    missing: rows.filter(({ name, has }) => !has && !forbidden.includes(name)).map(({ name }) => name),
    excess: rows.filter(({ exceeds }) => exceeds).map(({ name }) => name),
  };
}

const tables = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));

/** Gives a role what it needs, and takes from it what it may not do. */
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
      // For the schema of the job queue, which is the site's own.
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

/** Of the site's role, if the console has a separate one. */
const forbiddenToSite = ({ consoleUrl }: Pick<DatabaseRoles, 'consoleUrl'>) =>
  consoleUrl === undefined ? [] : signIn;

/**
 * Migrates, as the owner if there is one, who then grants the other roles their rights.
 * @param database of either role
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
 * Compares rights with what they should be.
 * @returns for each role, by its name
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
