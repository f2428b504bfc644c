/** Row types of every table, read from the catalog of a database that the migrations made. */
import { type Kysely, sql } from 'kysely';

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  /**
   * `always`: the database always generates the value. `default`: the database sets a value that the insert
   * omits.
   */
  filled: 'always' | 'default' | null;
  /** Definitions of the check constraints of this column alone. */
  checks: string[];
}

const columns = sql<Column>`
  select relname as table, attname as name, format_type(atttypid, null) as type, not attnotnull as nullable,
    case when attidentity <> '' then 'always' when atthasdef then 'default' end as filled,
    array(select pg_get_constraintdef(oid) from pg_constraint
      where conrelid = attrelid and contype = 'c' and conkey = array[attnum]) as checks
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
    and attnum > 0 and not attisdropped
  order by relname, attnum`;

const types: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  date: 'string',
  integer: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  jsonb: 'unknown',
  bigint: 'string',
  'timestamp with time zone': 'Date',
  'text[]': 'string[]',
  'bigint[]': 'string[]',
};

/** Types for insert and update, if they differ from the type that is read. */
const written: Record<string, string> = {
  jsonb: 'string',
  bigint: 'number | string',
  'bigint[]': 'number[]',
};

/** @returns the values of `check (column in ('a', 'b'))` as a union */
function unionOf(checks: readonly string[]): string | undefined {
  for (const check of checks) {
    const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(check) ?? [];
    if (list) return list.replaceAll('::text', '').replaceAll(', ', ' | ');
  }
  return undefined;
}

function typeOf({ table, name, type, nullable, filled, checks }: Column): string {
  const read = unionOf(checks) ?? types[type];
  if (read === undefined) throw new TypeError(`${table}.${name}: there is no type for ${type}`);
  const orNull = nullable ? ' | null' : '';
  // `unknown` includes null.
  const selected = type === 'jsonb' ? read : `${read}${orNull}`;
  const write = written[type];
  if (write !== undefined && filled !== 'always') {
    const optional = nullable || filled === 'default' ? ' | undefined' : '';
    return `ColumnType<${selected}, ${write}${orNull}${optional}, ${write}${orNull}>`;
  }
  if (filled === 'always') return `GeneratedAlways<${selected}>`;
  return filled === 'default' ? `Generated<${selected}>` : selected;
}

/** @returns the text of `platform/database/schema.ts` */
export async function rowTypes(database: Kysely<never>): Promise<string> {
  const { rows } = await columns.execute(database);
  const tables = Map.groupBy(rows, ({ table }) => table);
  const interfaces = [...tables].map(
    ([table, own]) =>
      `  ${table}: {\n${own.map((column) => `    ${column.name}: ${typeOf(column)};\n`).join('')}  };\n`,
  );
  return `// Generated from the migrations: \`pnpm vitest run apps/bff/src/platform/database/schema.test.ts -u\`.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Rows as the driver reads them: bigint is text, so that no digit is lost. Values of jsonb are written as text. */
export interface Schema {
${interfaces.join('')}}
`;
}
