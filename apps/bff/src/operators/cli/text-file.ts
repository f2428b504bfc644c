/** Reads files whose text is an option of an action. */
import { readFile } from 'node:fs/promises';
import { readFileText, unreadableFile } from '@meridian/contracts/file-text';

export class FileError extends Error {}

async function readText(path: string): Promise<string> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await readFile(path));
  } catch (error) {
    throw new FileError(`"${path}" cannot be read.`, { cause: error });
  }
  const text = readFileText(bytes);
  if (text === undefined) throw new FileError(`${path}: ${unreadableFile}`);
  return text;
}

/**
 * Replaces `--file PATH` by the option with the file's content, and `--clear` by the option with an empty
 * text.
 * @throws FileError
 */
export async function withText(args: readonly string[], option: string): Promise<string[]> {
  const words: string[] = [];
  for (const [at, word] of args.entries()) {
    if (args[at - 1] === '--file') words.push(`${option}=${await readText(word)}`);
    else if (word.startsWith('--file=')) words.push(`${option}=${await readText(word.slice(7))}`);
    else if (word === '--clear') words.push(`${option}=`);
    else if (word !== '--file') words.push(word);
  }
  return words;
}
