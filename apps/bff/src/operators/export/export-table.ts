/**
 * Writes one table: a CSV file, a JSON Lines file with nested columns, and a file for each stored content.
 */
import { sql, type Transaction } from 'kysely';
import { csvLine } from '../../platform/csv/csv.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ExportedTable } from './exported-tables.ts';
import type { TableColumn } from './table-columns.ts';
import { type ExportTarget, type WrittenFile, writeFile } from './target.ts';

const rowsAtOnce = 1_000;
const contentsAtOnce = 10;

/** Yields the rows of a statement in chunks of `size`, by a database cursor. */
async function* readChunks<Row>(
  transaction: Transaction<Database>,
  statement: ReturnType<typeof sql>,
  size: number,
): AsyncGenerator<Row[]> {
  await sql`declare export_rows no scroll cursor for ${statement}`.execute(transaction);
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(size)} from export_rows`.execute(transaction);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await sql`close export_rows`.execute(transaction);
}

interface Source {
  transaction: Transaction<Database>;
  target: ExportTarget;
  table: string;
  definition: ExportedTable;
  /** Columns of the table, without hidden columns. */
  columns: readonly TableColumn[];
}

const keyOf = ({ key }: ExportedTable) => sql.join(key.map((name) => sql.ref(name)));
const asText = (value: ReturnType<typeof sql>) => sql`to_jsonb(${value}) #>> '{}'`;

/** Columns of the CSV file. */
export const flatColumns = (columns: readonly TableColumn[]): TableColumn[] =>
  columns.filter(({ isNested }) => !isNested);

async function writeCsv({ transaction, target, table, definition, columns }: Source): Promise<WrittenFile> {
  const flat = flatColumns(columns);
  const added = Object.entries(definition.added ?? {});
  const values = [
    ...flat.map(({ name }) => asText(sql`${sql.ref(name)}`)),
    ...added.map(([, expression]) => asText(sql`(${sql.raw(expression)})::text`)),
  ];
  const file = await target.open(`${definition.file}.csv`);
  await file.write(`${csvLine([...flat.map(({ name }) => name), ...added.map(([name]) => name)])}\r\n`);
  const statement = sql`select array[${sql.join(values)}]::text[] as cells from ${sql.table(table)} order by ${keyOf(definition)}`;
  let rows = 0;
  for await (const chunk of readChunks<{ cells: (string | null)[] }>(transaction, statement, rowsAtOnce)) {
    const lines = chunk.map(({ cells }) =>
      csvLine(cells.map((cell, at) => (cell !== null && flat[at]?.isNumber ? Number(cell) : (cell ?? '')))),
    );
    await file.write(`${lines.join('\r\n')}\r\n`);
    rows += chunk.length;
  }
  return file.close(rows);
}

async function writeNested(source: Source): Promise<WrittenFile | undefined> {
  const { transaction, target, table, definition, columns } = source;
  const nested = columns.filter(({ isNested }) => isNested).map(({ name }) => name);
  if (nested.length === 0) return undefined;
  const pairs = [...definition.key, ...nested].map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`);
  const file = await target.open(`${definition.file}.jsonl`);
  const statement = sql`select json_build_object(${sql.join(pairs)})::text as line from ${sql.table(table)} order by ${keyOf(definition)}`;
  let rows = 0;
  for await (const chunk of readChunks<{ line: string }>(transaction, statement, rowsAtOnce)) {
    await file.write(chunk.map(({ line }) => `${line}\n`).join(''));
    rows += chunk.length;
  }
  return file.close(rows);
}

async function writeContents(source: Source): Promise<WrittenFile[]> {
  const { transaction, target, table, definition } = source;
  const { content } = definition;
  if (!content) return [];
  const written: WrittenFile[] = [];
  const statement = sql`select ${sql.raw(content.name)} as name, ${sql.raw(content.bytes)} as bytes
    from ${sql.table(table)} order by ${keyOf(definition)}`;
  const chunks = readChunks<{ name: string; bytes: Buffer | null }>(transaction, statement, contentsAtOnce);
  for await (const chunk of chunks)
    for (const { name, bytes } of chunk)
      if (bytes !== null)
        written.push(await writeFile(target, `${content.folder}/${name}${content.ending}`, bytes));
  return written;
}

/** @returns the written files */
export async function exportTable(source: Source): Promise<WrittenFile[]> {
  const csv = await writeCsv(source);
  const nested = await writeNested(source);
  return [csv, ...(nested ? [nested] : []), ...(await writeContents(source))];
}
