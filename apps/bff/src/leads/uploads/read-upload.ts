/** Parses a multipart form: fields into memory, the file into the database. */
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FormName } from '@meridian/contracts/calls';
import { type Field, resumeTypeMessage } from '@meridian/contracts/leads/fields';
import { submissionFields } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import type { FastifyRequest } from 'fastify';
import type { VirusScanner } from '../../partners/virus-scanner/virus-scan.ts';
import { Refusal } from '../../platform/refusal.ts';
import { documentKindOf, hasDocumentName, headBytes, mediaTypes } from './document-type.ts';
import { isPlainDocx } from './docx.ts';
import { fileProblem, maxFileBytes } from './file-problems.ts';
import type { LeadFile, LeadFiles } from './lead-files.ts';
import { bytesOf, checkedFileName, partsOf, peek } from './multipart-parts.ts';

const wrongContent = `${resumeTypeMessage} The content of the file does not match its extension.`;
const emptyFile = 'The file is empty. Please choose another one.';
const unfitDocument =
  'The document contains macros or cannot be read. Please save it as a plain document or a PDF.';

/** A form with its file field. */
export interface FileForm {
  form: FormName;
  field: Field;
}

export interface UploadDependencies {
  files: LeadFiles;
  /** Undefined if no scanner is configured. */
  scan?: VirusScanner;
}

/** State of the parsing so far. */
export interface Upload {
  fields: Record<string, unknown>;
  file?: LeadFile;
  /** Unknown fields and files, by name. */
  unknown: Record<string, unknown>;
}

/** Scans a file. If the scanner is unavailable, the file is accepted and marked `unscanned`. */
async function scanned(
  field: string,
  file: LeadFile,
  { files, scan }: UploadDependencies,
): Promise<LeadFile> {
  if (!scan) return file;
  const result = await scan(files.read(file.id));
  if (result !== 'infected') return { ...file, unscanned: result === 'unscanned' };
  await files.discard(file.id);
  throw fileProblem(field, 'The file seems to contain a virus. Please upload another one.');
}

/** Max size of the upload, by `Content-Length` or the limit. */
function maxBytesOf(request: FastifyRequest): number {
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  return declared >= 0 ? Math.min(declared, maxFileBytes) : maxFileBytes;
}

/** Streams a document into the database; refuses early by name or head. */
async function storeDocument(
  part: MultipartFile,
  field: Field,
  maxBytes: number,
  dependencies: UploadDependencies,
): Promise<LeadFile> {
  const { files } = dependencies;
  const name = checkedFileName(part.filename, field);
  if (!hasDocumentName(name)) throw fileProblem(field.name, resumeTypeMessage);
  const source = bytesOf(part);
  const { head, all } = await peek(source, headBytes);
  const kind = documentKindOf(head);
  if (!kind) {
    await source.return(undefined);
    throw fileProblem(field.name, head.length === 0 ? emptyFile : wrongContent);
  }
  const file = await files.store({ name, type: mediaTypes[kind] }, maxBytes, all);
  if (kind !== 'docx' || (await isPlainDocx(files.rangeReader(file.id), file.size)))
    return await scanned(field.name, file, dependencies);
  await files.discard(file.id);
  throw fileProblem(field.name, unfitDocument);
}

/** Reads a field. The first value of a repeated machine-filled field counts. */
function readValue(
  { fieldname: name, value, valueTruncated }: MultipartValue,
  fields: Upload['fields'],
  isTyped: boolean,
): void {
  const repeated = name in fields;
  if (isTyped && (valueTruncated || (repeated && fields[name] !== value)))
    throw new Refusal('invalid', 'field_invalid', 'A field of the form is too long or was sent twice.');
  // The parser's replacement for invalid UTF-8.
  if (isTyped && typeof value === 'string' && value.includes('\ufffd'))
    throw new Refusal('invalid', 'field_invalid', 'A field of the form is not valid UTF-8.');
  if (!repeated) fields[name] = value;
}

/**
 * Parses all parts into `upload`, which keeps the earlier parts if a later one fails.
 * @throws Refusal `invalid`, `too_large`, `unavailable`
 */
export async function readUpload(
  request: FastifyRequest,
  { form, field }: FileForm,
  upload: Upload,
  dependencies: UploadDependencies,
): Promise<void> {
  const known = submissionFields(form);
  const typed = formOf(form).fields.map(({ name }) => name);
  for await (const part of partsOf(request, field.name)) {
    const { fieldname: name } = part;
    if (part.type === 'field') {
      if (part.fieldnameTruncated || !known.includes(name)) upload.unknown[name] = true;
      else readValue(part, upload.fields, typed.includes(name));
    } else if (name !== field.name) {
      upload.unknown[name] = true;
      // An unread part would block the request.
      part.file.resume();
    } else if (upload.file) throw fileProblem(name, 'Please upload one file only.');
    else upload.file = await storeDocument(part, field, maxBytesOf(request), dependencies);
  }
}
