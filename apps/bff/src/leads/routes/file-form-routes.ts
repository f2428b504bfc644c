import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import { resumeMissingMessage, resumeTypeMessage } from '@meridian/contracts/leads/fields';
import type { Submission } from '@meridian/contracts/leads/form-schemas';
import { submissionFields } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpProblem } from '../../http/errors.ts';
import type { CountUnknownFields } from '../../http/unknown-fields.ts';
import type { Arrival } from '../acceptance/acceptance.ts';
import type { LeadAnswer } from '../answers.ts';
import { hasResumeName, headBytes, mediaTypes, resumeKindOf } from '../uploads/document-type.ts';
import { isPlainDocx } from '../uploads/docx.ts';
import type { LeadFile, LeadFiles } from '../uploads/lead-files.ts';
import {
  bytesOf,
  checkedFileName,
  maxResumeBytes,
  multipartLimits,
  opened,
  partsOf,
  resumeProblem,
  resumeTooLarge,
} from '../uploads/multipart-parts.ts';
import type { VirusScanner } from '../uploads/virus-scan.ts';
import { parseSubmission } from './form-routes.ts';

/** Room for the fields beside the file in a request that says how long it is. */
const fieldsAllowanceBytes = 1024 * 1024;

const wrongContent = `${resumeTypeMessage} The content of the file is not what its name says.`;
const emptyFile = 'The file is empty. Please choose another one.';
const unfitDocument =
  'The document contains macros or cannot be read. Please save it as a plain document or a PDF.';

const { fields: formFields } = formOf('instructor');
const typedFields = formFields.map(({ name }) => name);
const knownFields = submissionFields('instructor');

/** The lead is worth more than the verdict: without a scanner that answers the file is taken, and marked. */
async function scanned(
  file: LeadFile,
  { files, scan }: Pick<InstructorOptions, 'files' | 'scan'>,
): Promise<LeadFile> {
  if (!scan) return file;
  const verdict = await scan(files.read(file.id));
  if (verdict !== 'infected') return { ...file, unscanned: verdict === 'unscanned' };
  await files.discard(file.id);
  throw resumeProblem('The file seems to contain a virus. Please upload another one.');
}

/** What an upload may come to: the request says so, or it may be the largest. */
function mostBytesOf(request: FastifyRequest): number {
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  return declared >= 0 ? Math.min(declared, maxResumeBytes) : maxResumeBytes;
}

/** Stores a resume while it arrives, refusing it as early as its name or its beginning allow. */
async function storeResume(
  part: MultipartFile,
  mostBytes: number,
  { files, scan }: Pick<InstructorOptions, 'files' | 'scan'>,
): Promise<LeadFile> {
  const name = checkedFileName(part.filename);
  if (!hasResumeName(name)) throw resumeProblem(resumeTypeMessage);
  const source = bytesOf(part);
  const { head, all } = await opened(source, headBytes);
  const kind = resumeKindOf(head);
  if (!kind) {
    await source.return(undefined);
    throw resumeProblem(head.length === 0 ? emptyFile : wrongContent);
  }
  const file = await files.store({ name, type: mediaTypes[kind] }, mostBytes, all);
  if (kind !== 'docx' || (await isPlainDocx(files.rangeReader(file.id), file.size)))
    return await scanned(file, { files, scan });
  await files.discard(file.id);
  throw resumeProblem(unfitDocument);
}

interface Upload {
  fields: Record<string, unknown>;
  file?: LeadFile;
  /** Names of fields and files that are not part of the form. */
  unknown: Record<string, unknown>;
}

async function readFile(
  part: MultipartFile,
  request: FastifyRequest,
  options: Pick<InstructorOptions, 'files' | 'scan'>,
  upload: Upload,
): Promise<void> {
  if (part.fieldname !== 'resume') {
    upload.unknown[part.fieldname] = true;
    // A part that is not read would keep the request waiting.
    part.file.resume();
    return;
  }
  if (upload.file) throw resumeProblem('Please upload one file only.');
  upload.file = await storeResume(part, mostBytesOf(request), options);
}

function readField(part: MultipartValue, { fields, unknown }: Upload): void {
  const { fieldname: name, value } = part;
  if (part.fieldnameTruncated || !knownFields.includes(name)) {
    unknown[name] = true;
    return;
  }
  const repeated = name in fields;
  if (typedFields.includes(name)) {
    if (part.valueTruncated || (repeated && fields[name] !== value))
      throw new HttpProblem(400, 'A field of the form is too long or was sent twice.');
    // What the parser puts where bytes were not UTF-8.
    if (typeof value === 'string' && value.includes('\ufffd'))
      throw new HttpProblem(400, 'A field of the form is not valid UTF-8.');
  }
  // Of what the visitor did not type the first counts.
  if (!repeated) fields[name] = value;
}

/** Reads all parts into `upload`, which keeps what was read so far when a later part is at fault. */
async function readParts(
  request: FastifyRequest,
  options: Pick<InstructorOptions, 'files' | 'scan'>,
  upload: Upload,
): Promise<void> {
  for await (const part of partsOf(request)) {
    if (part.type === 'file') await readFile(part, request, options, upload);
    else readField(part, upload);
  }
}

export interface InstructorOptions {
  accept: (arrival: Arrival) => Promise<LeadAnswer>;
  files: LeadFiles;
  countUnknown: CountUnknownFields;
  /** Missing where no scanner for viruses is set up. */
  scan?: VirusScanner;
  isSuspect: (submission: Submission) => Promise<boolean>;
}

/** `POST /api/instructor`: the one form with a file, as `multipart/form-data`. */
export async function instructorRoute(app: FastifyInstance, options: InstructorOptions): Promise<void> {
  const { accept, files, countUnknown, isSuspect } = options;
  await app.register(multipart, { limits: multipartLimits, preservePath: true });

  app.post('/api/instructor', { config: { bodyFields: knownFields } }, async (request) => {
    if (!request.isMultipart())
      throw new HttpProblem(415, 'This form has to be sent as multipart/form-data.');
    const upload: Upload = { fields: Object.create(null), unknown: Object.create(null) };
    try {
      if (Number(request.headers['content-length'] ?? 0) > maxResumeBytes + fieldsAllowanceBytes)
        throw resumeTooLarge();
      await readParts(request, options, upload);
      countUnknown(request, { ...upload.fields, ...upload.unknown });
      const submission = parseSubmission('instructor', upload.fields);
      if (!upload.file) throw resumeProblem(resumeMissingMessage);
      if (await isSuspect(submission)) await files.admitSuspect(upload.file);
      return await accept({
        form: 'instructor',
        requestId: request.id,
        submission,
        referer: request.headers.referer,
        file: upload.file,
      });
    } catch (error) {
      // Removes it only while no lead owns it.
      if (upload.file) await files.discard(upload.file.id);
      // What is still on its way is read and thrown away, or the client never comes to read the answer.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
  });
}
