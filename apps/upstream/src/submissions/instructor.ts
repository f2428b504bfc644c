import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { callPath } from '@meridian/contracts/calls';
import { cleanText } from '@meridian/contracts/leads/clean-text';
import { resumeExtensions, resumeMissingMessage, resumeTypeMessage } from '@meridian/contracts/leads/fields';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { refuse, succeed } from '../http/envelopes.ts';
import { idempotencyKeyOf, keyReusedMessage } from '../http/idempotency-key.ts';
import { thanks } from './messages.ts';
import { type Resume, recordSubmission } from './record.ts';
import { readForm } from './submission-form.ts';

const form = 'instructor';
const maxFileNameLength = 200;

const limits = { fileSize: 20 * 1024 * 1024, files: 1, fields: 20, fieldSize: 10_000, parts: 21 };

async function readParts(request: FastifyRequest): Promise<{ fields: object; resume: Resume | undefined }> {
  const fields: Record<string, unknown> = {};
  let resume: Resume | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value;
      continue;
    }
    // A part that is not read would keep the request waiting.
    const content = await part.toBuffer();
    if (part.fieldname !== 'resume' || content.length === 0) continue;
    const fileName = cleanText(part.filename).slice(-maxFileNameLength);
    resume = { fileName, mediaType: part.mimetype, content };
  }
  return { fields, resume };
}

function hasAcceptedType({ fileName }: Resume): boolean {
  return resumeExtensions.some((extension) => fileName.toLowerCase().endsWith(extension));
}

/** The instructor's application: `POST /instructor` as `multipart/form-data` with the file in `resume`. */
export function instructorRoute(app: FastifyInstance, database: Database): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits });

    scope.post(callPath(form), { config: { call: form } }, async (request) => {
      if (!request.isMultipart()) return refuse('The application must be sent as multipart/form-data.');
      const { fields, resume } = await readParts(request);
      const read = readForm(form, fields);
      if ('fault' in read) return refuse(read.fault);
      if (!resume) return refuse(resumeMissingMessage);
      if (!hasAcceptedType(resume)) return refuse(resumeTypeMessage);
      const described = {
        file_name: resume.fileName,
        media_type: resume.mediaType,
        size_bytes: resume.content.length,
        sha256: createHash('sha256').update(resume.content).digest('hex'),
      };
      const answer = await recordSubmission(database, {
        form,
        body: { ...read.values, resume: described },
        answer: { message: thanks[form], data: {} },
        idempotencyKey: idempotencyKeyOf(request),
        resume,
      });
      return answer ? succeed(answer.data, answer.message) : refuse(keyReusedMessage);
    });
  });
}
