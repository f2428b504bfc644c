import type { Multipart, MultipartFile } from '@fastify/multipart';
import { resumeMissingMessage } from '@meridian/contracts/leads/fields';
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '../http/errors.ts';

const mebibyte = 1024 * 1024;

/** The largest resume. The form names no limit; the server has to have one (reference: OWASP ASVS 5.2.1). */
export const maxResumeBytes = 20 * mebibyte;

/** The limits of a multipart request, which together bound its size. */
export const multipartLimits = {
  files: 1,
  fields: 20,
  parts: 25,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fileSize: maxResumeBytes,
  headerPairs: 50,
} as const;

/** A fault of the resume, shown at its field. */
export function resumeProblem(message: string): HttpProblem {
  return new HttpProblem(400, message, { errors: { resume: [message] } });
}

export function resumeTooLarge(): HttpProblem {
  const message = `The file is larger than ${maxResumeBytes / mebibyte} MB. Please upload a smaller one.`;
  return new HttpProblem(413, message, { errors: { resume: [message] } });
}

/** Whatever the parser complains about, the client sent. */
function toProblem(error: unknown): HttpProblem {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return resumeTooLarge();
    case 'FST_FILES_LIMIT':
      return resumeProblem('Please upload one file only.');
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new HttpProblem(413, 'The form has too many fields.', { cause: error });
    default:
      return new HttpProblem(400, 'The upload could not be read. Please try again.', { cause: error });
  }
}

/** The parts of a multipart request, in their order. */
export async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    throw error instanceof HttpProblem ? error : toProblem(error);
  }
}

/** The bytes of a part that is a file. */
export async function* bytesOf(part: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of part.file) yield bytes;
  } catch (error) {
    throw toProblem(error);
  }
  // The parser ends a file that is too large as if it were complete.
  if (part.file.truncated) throw resumeTooLarge();
}

/**
 * The base name of an uploaded file.
 *
 * @throws HttpProblem for a name that is a path, or none
 */
export function checkedFileName(name: string | undefined): string {
  const given = (name ?? '').toWellFormed().trim();
  if (given === '') throw resumeProblem(resumeMissingMessage);
  if (/[/\\]|^\.\.?$/.test(given))
    throw resumeProblem('The name of the file must not contain a path. Please rename the file.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f"]/.test(given) || given.length > 200)
    throw resumeProblem(
      'The name of the file is too long or has unusual characters. Please rename the file.',
    );
  return given;
}
