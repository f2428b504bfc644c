/** A slot is a content file in one load: the version in use, and the mistakes of the version on disk. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { ContentError, type Finding } from './content-error.ts';
import type { FileParser, ParsedFile } from './file-kinds.ts';

/** Maximum number of files that are open at the same time, below the limit of the process. */
const chunkSize = 64;

export interface Slot<Value = unknown> {
  file: string;
  /** File name without extension. */
  slug: string;
  /** The version in use; undefined if there is none. */
  used: ParsedFile<Value> | undefined;
  /** `current`: the version on disk. `former`: the last valid version. */
  use: 'current' | 'former' | 'none';
  /** True if the version in use was not in use before this load. */
  isNew: boolean;
  /** Mistakes because of which the version on disk is not used. */
  errors: Finding[];
  /** Rejects the version in use, and uses the last valid version if there is another one. */
  reject: (finding: Finding) => void;
}

/** Texts of the last valid versions, by file. */
export type Versions = ReadonlyMap<string, string>;

interface Outcome<Value> {
  parsed?: ParsedFile<Value>;
  errors: Finding[];
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws ContentError for bytes that are not UTF-8 text */
function decode(bytes: Buffer, file: string): string {
  let text: string | undefined;
  try {
    text = decoder.decode(bytes);
  } catch {
    // The check below finds the line of the invalid bytes.
  }
  if (text !== undefined && !text.includes('\0')) return text;
  const lines =
    bytes
      .toString('utf8')
      .split(/[\uFFFD\0]/, 1)[0]
      ?.split('\n') ?? [];
  throw new ContentError([
    { file, line: lines.length, field: '', message: 'has bytes that are not text: save the file as UTF-8' },
  ]);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Creates a reader for files of one kind. The reader parses each version of a file only once, so that a
 * change of one file among thousands is read quickly.
 * @returns a function that reads one file
 */
export function createSlotReader<Value>(root: string, parse: FileParser<Value>) {
  const onDisk = new Map<string, { version: string; outcome: Outcome<Value> }>();
  const formerFiles = new Map<string, ParsedFile<Value> | undefined>();

  function attempt(file: string, text: () => string): Outcome<Value> {
    try {
      return { parsed: parse(text(), file), errors: [] };
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      return { errors: [...error.findings] };
    }
  }

  async function readOutcome(file: string): Promise<Outcome<Value>> {
    const path = join(root, file);
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const version = `${mtimeMs} ${size} ${ino}`;
      const last = onDisk.get(file);
      if (last?.version === version) return last.outcome;
      const bytes = await readFile(path);
      const outcome = attempt(file, () => decode(bytes, file));
      onDisk.set(file, { version, outcome });
      return outcome;
    } catch (error) {
      const message = isMissing(error) ? 'is missing' : `cannot be read: ${String(error)}`;
      return { errors: [{ file, line: null, field: '', message }] };
    }
  }

  /**
   * Returns the last valid version; undefined if there is none, or if the parser of this release refuses it.
   */
  function readFormer(file: string, text: string | undefined): ParsedFile<Value> | undefined {
    if (text === undefined) return undefined;
    const cached = formerFiles.get(file);
    if (cached?.text === text) return cached;
    const { parsed } = attempt(file, () => text);
    formerFiles.set(file, parsed);
    return parsed;
  }

  return async (file: string, versions: Versions): Promise<Slot<Value>> => {
    const { parsed, errors } = await readOutcome(file);
    const accepted = versions.get(file);
    const slot: Slot<Value> = {
      file,
      slug: basename(file, extname(file)),
      used: parsed,
      use: 'current',
      isNew: parsed !== undefined && parsed.text !== accepted,
      errors: [...errors],
      reject(finding) {
        slot.errors.push(finding);
        useFormer();
      },
    };
    function useFormer(): void {
      const refused = slot.used?.text;
      slot.isNew = false;
      slot.used = accepted === refused ? undefined : readFormer(file, accepted);
      slot.use = slot.used ? 'former' : 'none';
    }
    if (!parsed) useFormer();
    return slot;
  };
}

/**
 * Lists the files of a folder. If the folder cannot be read, lists the files that have a last valid version.
 * @param folder path below `root`
 */
export async function listFolder(
  root: string,
  folder: string,
  extension: string,
  versions: Versions,
): Promise<{ files: string[]; errors: Finding[] }> {
  try {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    const files = entries
      .filter(({ name }) => name.endsWith(extension) && !name.startsWith('.'))
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${folder}/${name}`);
    return { files: files.sort(), errors: [] };
  } catch (error) {
    const message = isMissing(error) ? 'is missing' : `cannot be read: ${String(error)}`;
    const former = [...versions.keys()].filter(
      (file) => file.startsWith(`${folder}/`) && file.endsWith(extension),
    );
    return { files: former.sort(), errors: [{ file: folder, line: null, field: '', message }] };
  }
}

/** Reads many files with limited concurrency. */
export async function readChunked<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < items.length; index += chunkSize)
    results.push(...(await Promise.all(items.slice(index, index + chunkSize).map(read))));
  return results;
}
