/** The assistant's settings file: `NAME=value` lines that Compose, Node and shells can read. */
import { constants } from 'node:fs';
import { access, chmod, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';

/** A settings file that cannot be read or written; the message says what to do. */
export class SettingsFileError extends Error {
  override readonly name = 'SettingsFileError';
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full: delete some files',
  EACCES: 'this user may not write there: choose another place with --file, or run as its owner',
  EPERM: 'this user may not write there: choose another place with --file, or run as its owner',
  EROFS: 'the file system is read-only: choose another place with --file',
  ENOENT: 'the folder does not exist: create it, or choose another place with --file',
  EISDIR: 'it is a folder: name a file with --file',
  EBUSY: 'it is mounted as a single file: mount its folder instead',
};

function fileError(path: string, error: unknown): SettingsFileError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new SettingsFileError(`${path} cannot be written: ${reason}.`, { cause: error });
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw fileError(path, error);
  }
}

const plain = /^[\w@%+=:,./-]*$/;

/** @returns the quoted value; undefined if it cannot be quoted for all readers */
function written(value: string): string | undefined {
  if (plain.test(value)) return value;
  if (/[\r\n]/.test(value)) return undefined;
  if (!value.includes("'")) return `'${value}'`;
  return /["$`\\]/.test(value) ? undefined : `"${value}"`;
}

function withLine(text: string, name: string, line: string): string {
  const existing = new RegExp(`^${name}=.*$`, 'm');
  if (existing.test(text)) return text.replace(existing, () => line);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

/**
 * Replaces the file atomically, so that a crash leaves the old file or the new one. Only its owner can read
 * it.
 */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.chmod(0o600);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await chmod(path, 0o600);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw fileError(path, error);
  }
}

/**
 * @throws SettingsFileError if the file cannot be read or its folder cannot be written, before any question
 * is asked
 */
export async function readSettingsFile(path: string): Promise<NodeJS.Dict<string>> {
  const text = await textOf(path);
  try {
    await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw fileError(path, error);
  }
  return parseEnv(text);
}

/**
 * Sets the line of one setting and keeps all other lines.
 * @param value empty for a setting without a value
 * @throws SettingsFileError
 */
export async function writeSetting(path: string, name: string, value: string): Promise<void> {
  const text = written(value);
  if (text === undefined)
    throw new SettingsFileError(
      `${name} has characters that a settings file cannot contain (line breaks, or ' together with ", $, \` or \\): choose a different value.`,
    );
  await replaceFile(path, withLine(await textOf(path), name, `${name}=${text}`));
}
