/** Where the files of an export go: a folder or an archive. */
import { createHash } from 'node:crypto';

export interface WrittenFile {
  /** From the root of the export. */
  path: string;
  /** Lines of a table, without the titles; 1 for other files. */
  rows: number;
  bytes: number;
  sha256: string;
}

interface OpenFile {
  write(content: string | Buffer): Promise<void>;
  close(rows: number): Promise<WrittenFile>;
}

export interface ExportTarget {
  /** One file at a time. */
  open(path: string): Promise<OpenFile>;
}

/** @param write resolves once its receiver has the chunk, so that memory does not grow */
export function countedFile(
  path: string,
  { write, close }: { write(chunk: Buffer): Promise<unknown>; close(): Promise<void> },
): OpenFile {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async write(content) {
      const chunk = Buffer.from(content);
      hash.update(chunk);
      bytes += chunk.length;
      await write(chunk);
    },
    async close(rows) {
      await close();
      return { path, rows, bytes, sha256: hash.digest('hex') };
    },
  };
}

export async function writeFile(
  target: ExportTarget,
  path: string,
  content: string | Buffer,
): Promise<WrittenFile> {
  const file = await target.open(path);
  await file.write(content);
  return file.close(1);
}
