/** Exports a snapshot of the database without secrets, with a README that describes the files. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { longDeadlines, withDeadlines } from '../../platform/database/connection/deadlines.ts';
import type { Database } from '../../platform/database/database.ts';
import { schemaText } from '../../platform/database/schema-text.ts';
import { exportTable } from './export-table.ts';
import { listExported } from './exported-tables.ts';
import { describeExport } from './readme.ts';
import { readColumns, readComments, type TableColumn } from './table-columns.ts';
import { type ExportTarget, type WrittenFile, writeFile } from './target.ts';

export interface ExportManifest {
  /** Time of the snapshot, ISO 8601. */
  exported_at: string;
  files: WrittenFile[];
}

export interface ExportOptions {
  /** Folder with the upstream's content files, which are copied. */
  content?: string | undefined;
  /** Called after each table with its CSV file; the export waits for the call. */
  onFile?: (file: WrittenFile) => unknown;
}

async function exportTables(
  database: Kysely<Database>,
  target: ExportTarget,
  { onFile }: ExportOptions,
): Promise<{ exportedAt: Date; files: WrittenFile[]; columns: TableColumn[] }> {
  return withDeadlines(longDeadlines, () =>
    database
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const { rows } = await sql<{ at: Date }>`
          select now() as at, set_config('timezone', 'UTC', true), set_config('statement_timeout', '0', true),
            set_config('idle_in_transaction_session_timeout', '0', true)`.execute(transaction);
        const columns = await readColumns(transaction);
        const files: WrittenFile[] = [];
        for (const [table, definition] of listExported()) {
          const shown = columns.filter(
            (column) => column.table === table && !definition.hidden?.includes(column.name),
          );
          const written = await exportTable({ transaction, target, table, definition, columns: shown });
          files.push(...written);
          if (written[0]) await onFile?.(written[0]);
        }
        return { exportedAt: rows[0]?.at ?? new Date(), files, columns };
      }),
  );
}

/**
 * Copies the files of a folder. Symbolic links are not followed, because they may point outside the folder.
 */
async function copyContent(from: string, target: ExportTarget): Promise<WrittenFile[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files: WrittenFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const copy = await target.open(join('content', relative(from, path)));
    for await (const chunk of createReadStream(path)) await copy.write(chunk);
    files.push(await copy.close(1));
  }
  return files;
}

export async function writeExport(
  database: Kysely<Database>,
  target: ExportTarget,
  options: ExportOptions = {},
): Promise<ExportManifest> {
  const { content } = options;
  const { exportedAt, files, columns } = await exportTables(database, target, options);
  if (content !== undefined) files.push(...(await copyContent(resolve(content), target)));
  const readme = describeExport({
    exportedAt,
    columns,
    comments: readComments(schemaText),
    hasContent: content !== undefined,
  });
  files.push(await writeFile(target, 'README.md', readme));
  const manifest: ExportManifest = { exported_at: exportedAt.toISOString(), files };
  await writeFile(target, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
