import multipart from '@fastify/multipart';
import type { FormName } from '@meridian/contracts/calls';
import { fileFieldOf, fileForms, fileMissingMessage } from '@meridian/contracts/leads/file-field';
import { type Submission, submissionFields } from '@meridian/contracts/leads/form-schemas';
import type { FastifyInstance } from 'fastify';
import { senderKey } from '../../../platform/http/network-address.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import type { CountUnknownFields } from '../../../platform/http/unknown-fields.ts';
import type { LeadAnswer } from '../../ledger/answers.ts';
import { fileProblem, fileTooLarge, maxFileBytes } from '../../uploads/file-problems.ts';
import { multipartLimits } from '../../uploads/multipart-parts.ts';
import {
  type FileForm,
  readUpload,
  type Upload,
  type UploadDependencies,
} from '../../uploads/read-upload.ts';
import type { Arrival } from '../acceptance.ts';
import { parseSubmission } from './form-routes.ts';
import { formCall } from './lead-calls.ts';

/** Bytes of `Content-Length` that are allowed for the other fields. */
const fieldsAllowanceBytes = 1024 * 1024;

export interface FileFormDependencies extends UploadDependencies {
  accept: (arrival: Arrival) => Promise<LeadAnswer>;
  countUnknown: CountUnknownFields;
  isSuspect: (form: FormName, submission: Submission, sentFrom: string) => Promise<boolean>;
}

function fileFormRoute(app: FastifyInstance, fileForm: FileForm, dependencies: FileFormDependencies): void {
  const { accept, files, countUnknown, isSuspect } = dependencies;
  const { form, field } = fileForm;

  const config = { bodyFields: submissionFields(form), describes: () => formCall(form) };
  app.post(`/api/${form}`, { config }, async (request) => {
    if (!request.isMultipart())
      throw new HttpProblem(415, 'This form has to be sent as multipart/form-data.');
    const upload: Upload = { fields: Object.create(null), unknown: Object.create(null) };
    try {
      if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + fieldsAllowanceBytes)
        throw fileTooLarge(field.name);
      await readUpload(request, fileForm, upload, dependencies);
      countUnknown(request, { ...upload.fields, ...upload.unknown });
      const submission = parseSubmission(form, upload.fields);
      if (!upload.file) throw fileProblem(field.name, fileMissingMessage(field));
      const sentFrom = senderKey(request.ip);
      if (await isSuspect(form, submission, sentFrom)) await files.admitSuspect(upload.file);
      return await accept({
        form,
        requestId: request.id,
        submission,
        referer: request.headers.referer,
        sentFrom,
        file: upload.file,
      });
    } catch (error) {
      // Deletes the file unless a lead owns it.
      if (upload.file) await files.discard(upload.file.id);
      // Drains the request: the client reads the response only after sending.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
  });
}

/** `POST /api/<form>` as `multipart/form-data`, for forms with a field of type `file`. */
export async function fileFormRoutes(
  app: FastifyInstance,
  dependencies: FileFormDependencies,
): Promise<void> {
  await app.register(multipart, { limits: multipartLimits, preservePath: true });
  for (const form of fileForms()) {
    const field = fileFieldOf(form);
    if (field) fileFormRoute(app, { form, field }, dependencies);
  }
}
