import { callPath, type FormName } from '@meridian/contracts/calls';
import { formNames } from '@meridian/contracts/leads/forms';
import type { FastifyInstance } from 'fastify';
import type { Content } from '../content/content.ts';
import type { Database } from '../database/database.ts';
import { refuse, succeed } from '../http/envelopes.ts';
import { idempotencyKeyOf, keyReusedMessage } from '../http/idempotency-key.ts';
import { answerFor } from './downloads.ts';
import { instructorRoute } from './instructor.ts';
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

/** The twelve forms. */
export function submissionRoutes(app: FastifyInstance, services: SubmissionServices): void {
  for (const form of formNames) if (form !== 'instructor') formRoute(app, form, services);
  instructorRoute(app, services.database);
}
