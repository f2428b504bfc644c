/** Reads the multipart body of a form with a file: its fields, and its file into the database. */
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FormName } from '@meridian/contracts/calls';
import { type Field, resumeTypeMessage } from '@meridian/contracts/leads/fields';
import { submissionFields } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '../../http/errors.ts';
import { documentKindOf, hasDocumentName, headBytes, mediaTypes } from './document-type.ts';
import { isPlainDocx } from './docx.ts';
import { fileProblem, maxFileBytes } from './file-problems.ts';
import type { LeadFile, LeadFiles } from './lead-files.ts';
import { bytesOf, checkedFileName, opened, partsOf } from './multipart-parts.ts';
import type { VirusScanner } from './virus-scan.ts';

const wrongContent = `${resumeTypeMessage} The content of the file is not what its name says.`;
const emptyFile = 'The file is empty. Please choose another one.';
const unfitDocument =
  'The document contains macros or cannot be read. Please save it as a plain document or a PDF.';

/** A form and its field that takes a file. */
export interface FileForm {
  form: FormName;
  field: Field;
}

export interface UploadDependencies {
  files: LeadFiles;
  /** Missing where no scanner for viruses is set up. */
  scan?: VirusScanner;
}

/** What has been read so far. */
export interface Upload {
  fields: Record<string, unknown>;
  file?: LeadFile;
  /** Names of fields and files that are not part of the form. */
  unknown: Record<string, unknown>;
}

/** The lead is worth more than the verdict: without a scanner that answers the file is taken, and marked. */
async function scanned(
  field: string,
  file: LeadFile,
  { files, scan }: UploadDependencies,
): Promise<LeadFile> {
  if (!scan) return file;
  const verdict = await scan(files.read(file.id));
  if (verdict !== 'infected') return { ...file, unscanned: verdict === 'unscanned' };
  await files.discard(file.id);
  throw fileProblem(field, 'The file seems to contain a virus. Please upload another one.');
}

/** What an upload may come to: the request says so, or it may be the largest. */
function mostBytesOf(request: FastifyRequest): number {
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  return declared >= 0 ? Math.min(declared, maxFileBytes) : maxFileBytes;
}

/** Stores a document while it arrives, refusing it as early as its name or its beginning allow. */
async function storeDocument(
  part: MultipartFile,
  field: Field,
  mostBytes: number,
  dependencies: UploadDependencies,
): Promise<LeadFile> {
  const { files } = dependencies;
  const name = checkedFileName(part.filename, field);
  if (!hasDocumentName(name)) throw fileProblem(field.name, resumeTypeMessage);
  const source = bytesOf(part);
  const { head, all } = await opened(source, headBytes);
  const kind = documentKindOf(head);
  if (!kind) {
    await source.return(undefined);
    throw fileProblem(field.name, head.length === 0 ? emptyFile : wrongContent);
  }
  const file = await files.store({ name, type: mediaTypes[kind] }, mostBytes, all);
  if (kind !== 'docx' || (await isPlainDocx(files.rangeReader(file.id), file.size)))
    return await scanned(field.name, file, dependencies);
  await files.discard(file.id);
  throw fileProblem(field.name, unfitDocument);
}

/** Of what the visitor did not type the first counts. */
function readValue(
  { fieldname: name, value, valueTruncated }: MultipartValue,
  fields: Upload['fields'],
  isTyped: boolean,
): void {
  const repeated = name in fields;
  if (isTyped && (valueTruncated || (repeated && fields[name] !== value)))
    throw new HttpProblem(400, 'A field of the form is too long or was sent twice.');
  // What the parser puts where bytes were not UTF-8.
  if (isTyped && typeof value === 'string' && value.includes('\ufffd'))
    throw new HttpProblem(400, 'A field of the form is not valid UTF-8.');
  if (!repeated) fields[name] = value;
}

/**
 * Reads all parts of a request into `upload`, which keeps what was read so far when a later part is at fault.
 *
 * @throws HttpProblem 400, 413, 503
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
      // A part that is not read would keep the request waiting.
      part.file.resume();
    } else if (upload.file) throw fileProblem(name, 'Please upload one file only.');
    else upload.file = await storeDocument(part, field, mostBytesOf(request), dependencies);
  }
}
