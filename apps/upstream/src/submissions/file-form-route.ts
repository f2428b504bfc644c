import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { callPath, type FormName } from '@meridian/contracts/calls';
import { cleanText } from '@meridian/contracts/leads/clean-text';
import { type Field, resumeExtensions, resumeTypeMessage } from '@meridian/contracts/leads/fields';
import { fileMissingMessage } from '@meridian/contracts/leads/file-field';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { refuse, succeed } from '../http/envelopes.ts';
import { idempotencyKeyOf, keyReusedMessage } from '../http/idempotency-key.ts';
import { thanks } from './messages.ts';
import { recordSubmission, type SubmittedFile } from './record.ts';
import { readForm } from './submission-form.ts';

const maxFileNameLength = 200;

const limits = { fileSize: 20 * 1024 * 1024, files: 1, fields: 20, fieldSize: 10_000, parts: 21 };

async function readParts(
  request: FastifyRequest,
  fileField: string,
): Promise<{ fields: object; file: SubmittedFile | undefined }> {
  const fields: Record<string, unknown> = {};
  let file: SubmittedFile | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value;
      continue;
    }
    // Every file is read, because an unread part would block the request.
    const content = await part.toBuffer();
    if (part.fieldname !== fileField || content.length === 0) continue;
    const fileName = cleanText(part.filename).slice(-maxFileNameLength);
    file = { fileName, mediaType: part.mimetype, content };
  }
  return { fields, file };
}

function hasAcceptedType({ fileName }: SubmittedFile): boolean {
  return resumeExtensions.some((extension) => fileName.toLowerCase().endsWith(extension));
}

/** `POST /<form>` as `multipart/form-data` with a file. */
export function fileFormRoute(app: FastifyInstance, form: FormName, field: Field, database: Database): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits });

    scope.post(callPath(form), { config: { call: form } }, async (request) => {
      if (!request.isMultipart()) return refuse('The form must be sent as multipart/form-data.');
      const { fields, file } = await readParts(request, field.name);
      const read = readForm(form, fields);
      if ('fault' in read) return refuse(read.fault);
      if (!file) return refuse(fileMissingMessage(field));
      if (!hasAcceptedType(file)) return refuse(resumeTypeMessage);
      const described = {
        file_name: file.fileName,
        media_type: file.mediaType,
        size_bytes: file.content.length,
        sha256: createHash('sha256').update(file.content).digest('hex'),
      };
      const answer = await recordSubmission(database, {
        form,
        body: { ...read.values, [field.name]: described },
        answer: { message: thanks[form], data: {} },
        idempotencyKey: idempotencyKeyOf(request),
        file,
      });
      return answer ? succeed(answer.data, answer.message) : refuse(keyReusedMessage);
    });
  });
}
