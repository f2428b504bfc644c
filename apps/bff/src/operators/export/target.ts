/** The target of an export: a folder or an archive. */
import { createHash } from 'node:crypto';

export interface WrittenFile {
  /** Path relative to the root of the export. */
  path: string;
  /** Rows of a table without the header; 1 for other files. */
  rows: number;
  bytes: number;
  sha256: string;
}

interface OpenFile {
  write(content: string | Buffer): Promise<void>;
  close(rows: number): Promise<WrittenFile>;
}

export interface ExportTarget {
  /** Opens a file. Only one file may be open at a time. */
  open(path: string): Promise<OpenFile>;
}

/** @param write resolves when the chunk has been accepted, which limits memory (backpressure) */
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
