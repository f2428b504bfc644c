/** Writes files of an export, with their size and hash. */
import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface WrittenFile {
  /** From the folder of the export. */
  path: string;
  /** Lines of a table, without the titles; 1 for other files. */
  rows: number;
  bytes: number;
  sha256: string;
}

export interface OpenFile {
  /** Resolves once the operating system has it, so that memory does not grow. */
  write(content: string | Buffer): Promise<void>;
  close(rows: number): Promise<WrittenFile>;
}

/** Personal data: nobody else on the machine reads it. */
const fileMode = 0o600;
const folderMode = 0o700;

/** @param path from the folder; a file that exists is an error */
export async function openFile(folder: string, path: string): Promise<OpenFile> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: folderMode });
  const file = await open(target, 'wx', fileMode);
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async write(content) {
      const chunk = Buffer.from(content);
      hash.update(chunk);
      bytes += chunk.length;
      await file.appendFile(chunk);
    },
    async close(rows) {
      await file.close();
      return { path, rows, bytes, sha256: hash.digest('hex') };
    },
  };
}

export async function writeFile(
  folder: string,
  path: string,
  content: string | Buffer,
): Promise<WrittenFile> {
  const file = await openFile(folder, path);
  await file.write(content);
  return file.close(1);
}
