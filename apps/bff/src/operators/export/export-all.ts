/** Exports everything of the database as it is at one moment, without secrets, in files that explain themselves. */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { longDeadlines, withDeadlines } from '../../platform/database/connection/deadlines.ts';
import type { Database } from '../../platform/database/database.ts';
import { schemaText } from '../../platform/database/schema-text.ts';
import { Refusal } from '../../platform/refusal.ts';
import { exportTable } from './export-table.ts';
import { listExported } from './exported-tables.ts';
import { openFile, type WrittenFile, writeFile } from './file-writer.ts';
import { describeExport } from './readme.ts';
import { readColumns, readComments, type TableColumn } from './table-columns.ts';

export interface ExportManifest {
  /** ISO 8601: the moment of the snapshot. */
  exported_at: string;
  files: WrittenFile[];
}

interface ExportOptions {
  /** A folder that does not exist, or is empty. */
  folder: string;
  /** Folder with the upstream's content files, to be copied. */
  content?: string | undefined;
  /** Called after each table; the export waits for it. */
  onFile?: (file: WrittenFile) => unknown;
  /** Called before the folder appears; if it throws, there is no export. */
  onComplete(files: number): Promise<void>;
}

async function exportTables(
  database: Kysely<Database>,
  { folder, onFile }: Pick<ExportOptions, 'folder' | 'onFile'>,
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
          const written = await exportTable({ transaction, folder, table, definition, columns: shown });
          files.push(...written);
          if (written[0]) await onFile?.(written[0]);
        }
        return { exportedAt: rows[0]?.at ?? new Date(), files, columns };
      }),
  );
}

/** Links are not followed: they may lead out of the folder. */
async function copyContent(from: string, folder: string): Promise<WrittenFile[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files: WrittenFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const copy = await openFile(folder, join('content', relative(from, path)));
    for await (const chunk of createReadStream(path)) await copy.write(chunk);
    files.push(await copy.close(1));
  }
  return files;
}

/** @throws Refusal */
async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Refusal('invalid', 'folder_unusable', `${folder} is not a folder.`, { cause: error });
  });
  if (names.length > 0)
    throw new Refusal('invalid', 'folder_not_empty', `${folder} is not empty. Choose a new folder.`);
}

/**
 * The folder appears once it is complete.
 * @throws Refusal `invalid` for a folder that cannot be used
 */
export async function exportAll(
  database: Kysely<Database>,
  { folder: given, content, onFile, onComplete }: ExportOptions,
): Promise<ExportManifest> {
  const target = resolve(given);
  await requireEmpty(target);
  const folder = `${target}.partial`;
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    const message = `${folder} cannot be made. If an earlier export was interrupted, delete it.`;
    throw new Refusal('invalid', 'folder_unusable', message, { cause: error });
  });
  try {
    const { exportedAt, files, columns } = await exportTables(database, {
      folder,
      ...(onFile && { onFile }),
    });
    if (content !== undefined) files.push(...(await copyContent(resolve(content), folder)));
    const readme = describeExport({
      exportedAt,
      columns,
      comments: readComments(schemaText),
      hasContent: content !== undefined,
    });
    files.push(await writeFile(folder, 'README.md', readme));
    const manifest: ExportManifest = { exported_at: exportedAt.toISOString(), files };
    await writeFile(folder, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
    await onComplete(files.length);
    await rename(folder, target);
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
