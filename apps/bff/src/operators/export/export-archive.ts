/** Streams an export as a ZIP archive. */
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { ZipFile } from 'yazl';
import type { Database } from '../../platform/database/database.ts';
import { countedFile, type ExportTarget } from './target.ts';
import { writeExport } from './write-export.ts';

function archiveTarget(zip: ZipFile, signal: AbortSignal): ExportTarget {
  return {
    async open(path) {
      const entry = new PassThrough();
      zip.addReadStream(entry, path);
      return countedFile(path, {
        async write(chunk) {
          signal.throwIfAborted();
          if (!entry.write(chunk)) await once(entry, 'drain', { signal });
        },
        async close() {
          entry.end();
          await once(entry, 'end', { signal });
        },
      });
    },
  };
}

/**
 * Exports to a ZIP archive. The central directory is at the end of the archive, so a partial archive cannot
 * be opened.
 * @returns the archive; it fails with the error of the export, and closing it stops the export
 */
export function exportArchive(database: Kysely<Database>): Readable {
  const zip = new ZipFile();
  const archive = new PassThrough();
  zip.outputStream.pipe(archive);
  const closed = new AbortController();
  archive.once('close', () => closed.abort());
  writeExport(database, archiveTarget(zip, closed.signal)).then(
    () => zip.end(),
    (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return archive;
}
