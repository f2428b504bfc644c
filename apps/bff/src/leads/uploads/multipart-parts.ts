import type { Multipart, MultipartFile } from '@fastify/multipart';
import { cleanText } from '@meridian/contracts/leads/clean-text';
import type { Field } from '@meridian/contracts/leads/fields';
import { fileMissingMessage } from '@meridian/contracts/leads/file-field';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/refusal.ts';
import { fileProblem, fileTooLarge, maxFileBytes } from './file-problems.ts';

/**
 * Multipart limits, which bound the request's size. They allow for unknown fields and files, which a newer
 * page may send.
 */
export const multipartLimits = {
  files: 10,
  fields: 100,
  parts: 110,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fileSize: maxFileBytes,
  headerPairs: 50,
} as const;

/** Maps parser errors to client errors. */
function toProblem(error: unknown, field: string): Refusal {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return fileTooLarge(field);
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new Refusal('too_large', 'parts_too_many', 'The form has too many fields or files.', {
        cause: error,
      });
    default:
      return new Refusal('invalid', 'upload_invalid', 'The upload could not be read. Please try again.', {
        cause: error,
      });
  }
}

/** Iterates over the parts of a multipart request. @param field where file errors are shown */
export async function* partsOf(request: FastifyRequest, field: string): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    throw error instanceof Refusal ? error : toProblem(error, field);
  }
}

/** Yields the bytes of a file part. */
export async function* bytesOf(part: MultipartFile): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const bytes of part.file) yield bytes;
  } catch (error) {
    throw toProblem(error, part.fieldname);
  }
  // The parser ends a truncated file like a complete one.
  if (part.file.truncated) throw fileTooLarge(part.fieldname);
}

/** The head of an upload, and the whole upload including the head. */
export interface PeekedUpload {
  head: Buffer;
  all: AsyncIterable<Uint8Array>;
}

/**
 * Peeks at the head of an upload.
 * @param length bytes to peek; fewer if the upload is shorter
 */
export async function peek(source: AsyncGenerator<Uint8Array, void>, length: number): Promise<PeekedUpload> {
  const read: Uint8Array[] = [];
  for (let bytes = 0; bytes < length; ) {
    const { done, value } = await source.next();
    if (done) break;
    read.push(value);
    bytes += value.length;
  }
  const start = Buffer.concat(read);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield start;
    yield* source;
  }
  return { head: start.subarray(0, length), all: all() };
}

/**
 * Validates an uploaded file's name.
 * @throws Refusal for a path, and for an empty or long name or one with unusual characters
 */
export function checkedFileName(name: string | undefined, field: Field): string {
  const given = cleanText(name ?? '');
  if (given === '') throw fileProblem(field.name, fileMissingMessage(field));
  if (/[/\\]|^\.\.?$/.test(given))
    throw fileProblem(field.name, 'The name of the file must not contain a path. Please rename the file.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses control characters
  if (/[\u0000-\u001f\u007f"]/.test(given) || given.length > 200)
    throw fileProblem(
      field.name,
      'The name of the file is too long or has unusual characters. Please rename the file.',
    );
  return given;
}
