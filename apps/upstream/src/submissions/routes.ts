import { callPath, type FormName } from '@meridian/contracts/calls';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { formNames } from '@meridian/contracts/leads/forms';
import type { FastifyInstance } from 'fastify';
import type { Content } from '../content/content.ts';
import type { Database } from '../database/database.ts';
import { refuse, succeed } from '../http/envelopes.ts';
import { idempotencyKeyOf, keyReusedMessage } from '../http/idempotency-key.ts';
import { answerFor } from './downloads.ts';
import { fileFormRoute } from './file-form-route.ts';
import { recordSubmission } from './record.ts';
import { readForm } from './submission-form.ts';

export interface SubmissionServices {
  content: () => Content;
  database: Database;
}

function formRoute(app: FastifyInstance, form: FormName, { content, database }: SubmissionServices): void {
  app.post(callPath(form), { config: { call: form } }, async (request) => {
    const read = readForm(form, request.body);
    if ('fault' in read) return refuse(read.fault);
    const answer = await recordSubmission(database, {
      form,
      body: read.values,
      answer: answerFor(form, read.values, content()),
      idempotencyKey: idempotencyKeyOf(request),
    });
    return answer ? succeed(answer.data, answer.message) : refuse(keyReusedMessage);
  });
}

/** Routes of the twelve forms. */
export function submissionRoutes(app: FastifyInstance, services: SubmissionServices): void {
  for (const form of formNames) {
    const fileField = fileFieldOf(form);
    if (fileField) fileFormRoute(app, form, fileField, services.database);
    else formRoute(app, form, services);
  }
}
