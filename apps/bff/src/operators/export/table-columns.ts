/** Reads the columns of the tables, and their comments in `schema.sql`. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface TableColumn {
  table: string;
  name: string;
  /** Type in PostgreSQL, for example `timestamp with time zone`. */
  type: string;
  isNested: boolean;
  isNumber: boolean;
}

/** @returns the columns of all tables, sorted by table name and then as in the table */
export async function readColumns(database: Kysely<Database>): Promise<TableColumn[]> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select relname as table, attname as name, format_type(atttypid, null) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%' and attnum > 0 and not attisdropped
    order by relname, attnum`.execute(database);
  return rows.map((row) => ({
    ...row,
    isNested: row.type === 'jsonb' || row.type.endsWith('[]'),
    isNumber: /^(?:integer|bigint|numeric|double precision)$/.test(row.type),
  }));
}

/**
 * @param schema SQL statements
 * @returns the comments of columns by `table.column`
 */
export function readComments(schema: string): Map<string, string> {
  const comments = new Map<string, string>();
  for (const [, table, body = ''] of schema.matchAll(/^create table (\w+) \((.*?)^\)/gms)) {
    let comment: string[] = [];
    for (const line of body.split('\n')) {
      const [, text] = /^ {2}-- (.*)$/.exec(line) ?? [];
      const [, column] = /^ {2}"?([a-z_]\w*)"? /.exec(line) ?? [];
      if (text !== undefined) comment.push(text);
      else {
        if (column !== undefined && comment.length > 0) comments.set(`${table}.${column}`, comment.join(' '));
        comment = [];
      }
    }
  }
  return comments;
}
