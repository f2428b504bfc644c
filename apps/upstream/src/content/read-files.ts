import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { slug } from '@meridian/contracts/requests';
import { parse as parseYaml } from 'yaml';
import type { z } from 'zod';
import { ContentError, gather, problemsOf } from './content-error.ts';

/** Max open files, below the limit of file handles. */
const chunkSize = 64;

const frontMatterPattern = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)([\s\S]*)$/;

function fail(file: string, message: string, cause?: unknown): never {
  throw new ContentError([{ file, field: '', message }], { cause });
}

function readYaml(text: string, file: string): unknown {
  try {
    return parseYaml(text);
  } catch (cause) {
    const [firstLine = 'not YAML'] = String(cause instanceof Error ? cause.message : cause).split('\n');
    return fail(file, firstLine, cause);
  }
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, file: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ContentError(problemsOf(file, parsed.error), { cause: parsed.error });
  return parsed.data;
}

/** Parser of YAML with this schema. */
export function yamlOf<Schema extends z.ZodType>(schema: Schema) {
  return (text: string, file: string): z.output<Schema> => check(schema, readYaml(text, file), file);
}

/** Parser of Markdown with front matter of this schema. */
export function markdownOf<Schema extends z.ZodType>(schema: Schema) {
  return (text: string, file: string): { fields: z.output<Schema>; markdown: string } => {
    const match = frontMatterPattern.exec(text);
    if (!match) return fail(file, 'must begin with front matter between two lines of ---');
    const [, head = '', markdown = ''] = match;
    return { fields: check(schema, readYaml(head, file), file), markdown };
  };
}

/**
 * Creates a file reader that caches unchanged files, so that one change among thousands is quick.
 * @param parse parses the text; throws ContentError
 */
export function cachedReader<Value>(parse: (text: string, file: string) => Value) {
  const known = new Map<string, { version: string; value: Value }>();
  return async (root: string, file: string): Promise<Value> => {
    const path = join(root, file);
    if (!existsSync(path)) return fail(file, 'is missing');
    const { mtimeMs, size, ino } = await stat(path);
    const version = `${mtimeMs} ${size} ${ino}`;
    const last = known.get(file);
    if (last?.version === version) return last.value;
    const value = parse(await readFile(path, 'utf8'), file);
    known.set(file, { version, value });
    return value;
  };
}

async function namesIn(root: string, folder: string, extension: string): Promise<string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(root, folder), { withFileTypes: true });
  } catch (cause) {
    return fail(folder, 'is missing', cause);
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension) && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
}

/**
 * Reads all files of a folder.
 * @param folder below `root`
 * @param read see {@link cachedReader}
 * @returns values with file and slug (the name without extension)
 * @throws ContentError with all errors
 */
export async function readFolder<Value>(
  root: string,
  folder: string,
  extension: string,
  read: (root: string, file: string) => Promise<Value>,
): Promise<{ file: string; slug: string; value: Value }[]> {
  const names = await namesIn(root, folder, extension);
  const readOne = async (name: string) => {
    const file = `${folder}/${name}`;
    const address = basename(name, extension);
    if (!slug.safeParse(address).success) fail(file, 'the name is not fit for an address');
    return { file, slug: address, value: await read(root, file) };
  };
  const chunks = Array.from({ length: Math.ceil(names.length / chunkSize) }, (_, index) =>
    names.slice(index * chunkSize, (index + 1) * chunkSize),
  );
  let previous: Promise<unknown> = Promise.resolve();
  const tasks = chunks.map((chunk) => {
    const task = previous.then(() => gather(chunk.map(readOne)));
    previous = task.catch(() => undefined);
    return task;
  });
  return (await gather(tasks)).flat();
}
