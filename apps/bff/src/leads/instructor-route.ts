import multipart, { type MultipartFile } from '@fastify/multipart';
import { resumeMissingMessage, resumeTypeMessage } from '@meridian/contracts/leads/fields';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpProblem } from '../http/errors.ts';
import type { CountUnknownFields } from '../http/unknown-fields.ts';
import type { Arrival } from './acceptance.ts';
import type { LeadAnswer } from './answers.ts';
import { parseSubmission } from './form-routes.ts';
import type { LeadFile, LeadFiles } from './lead-files.ts';
import {
  bytesOf,
  checkedFileName,
  maxResumeBytes,
  multipartLimits,
  partsOf,
  resumeProblem,
  resumeTooLarge,
} from './multipart-parts.ts';
import { beginsAs, claimedType, isPlainDocx } from './resume-type.ts';

/** Room for the fields beside the file in a request that says how long it is. */
const fieldsAllowanceBytes = 1024 * 1024;

const wrongContent = 'The content of the file is not what its name says. Please upload a PDF or DOC file.';

/** Stores a resume while it arrives, refusing it as early as its name or its beginning allow. */
async function storeResume(part: MultipartFile, files: LeadFiles): Promise<LeadFile> {
  const name = checkedFileName(part.filename);
  const type = claimedType(name);
  if (!type) throw resumeProblem(resumeTypeMessage);
  const file = await files.store({ name, type: type.mediaType }, bytesOf(part), (head) => {
    if (!beginsAs(type, head)) throw resumeProblem(wrongContent);
  });
  const sound =
    file.size > 0 &&
    (type.extension !== '.docx' || (await isPlainDocx(files.rangeReader(file.id), file.size)));
  if (sound) return file;
  await files.discard(file.id);
  throw resumeProblem(
    file.size === 0
      ? 'The file is empty. Please choose another one.'
      : 'The document contains macros or cannot be read. Please save it as a plain document or a PDF.',
  );
}

interface Upload {
  fields: Record<string, unknown>;
  file?: LeadFile;
}

/** Reads all parts into `upload`, which keeps what was read so far when a later part is at fault. */
async function readParts(request: FastifyRequest, files: LeadFiles, upload: Upload): Promise<void> {
  for await (const part of partsOf(request)) {
    if (part.type === 'file') {
      if (part.fieldname !== 'resume') throw new HttpProblem(400, 'Only the field "resume" may hold a file.');
      if (upload.file) throw resumeProblem('Please upload one file only.');
      upload.file = await storeResume(part, files);
    } else {
      if (part.fieldname in upload.fields || part.fieldnameTruncated || part.valueTruncated)
        throw new HttpProblem(400, 'A field of the form is too long or was sent twice.');
      // What the parser puts where bytes were not UTF-8.
      if (String(part.value).includes('\ufffd'))
        throw new HttpProblem(400, 'A field of the form is not valid UTF-8.');
      upload.fields[part.fieldname] = part.value;
    }
  }
}

/** `POST /api/instructor`: the one form with a file, as `multipart/form-data`. */
export async function instructorRoute(
  app: FastifyInstance,
  options: {
    accept: (arrival: Arrival) => Promise<LeadAnswer>;
    files: LeadFiles;
    countUnknown: CountUnknownFields;
  },
): Promise<void> {
  const { accept, files, countUnknown } = options;
  await app.register(multipart, { limits: multipartLimits, preservePath: true });

  app.post('/api/instructor', async (request) => {
    if (!request.isMultipart())
      throw new HttpProblem(415, 'This form has to be sent as multipart/form-data.');
    const upload: Upload = { fields: {} };
    try {
      if (Number(request.headers['content-length'] ?? 0) > maxResumeBytes + fieldsAllowanceBytes)
        throw resumeTooLarge();
      await readParts(request, files, upload);
      countUnknown(request, upload.fields);
      const submission = parseSubmission('instructor', upload.fields);
      if (!upload.file) throw resumeProblem(resumeMissingMessage);
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
