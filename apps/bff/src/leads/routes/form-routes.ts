import type { FormName } from '@meridian/contracts/calls';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import {
  type Submission,
  submissionFields,
  submissionSchema,
  toSubmission,
} from '@meridian/contracts/leads/form-schemas';
import { formNames } from '@meridian/contracts/leads/forms';
import type { FastifyInstance } from 'fastify';
import { fieldErrorsOf, HttpProblem } from '../../http/errors.ts';
import type { Arrival } from '../acceptance/acceptance.ts';
import type { LeadAnswer } from '../answers.ts';

/**
 * Checks what was sent for a form.
 *
 * @throws HttpProblem 400 with the messages of each field
 */
export function parseSubmission(form: FormName, body: unknown): Submission {
  const parsed = submissionSchema(form).safeParse(body ?? {});
  if (!parsed.success)
    throw new HttpProblem(400, 'Please check your details.', { errors: fieldErrorsOf(parsed.error) });
  return toSubmission(form, parsed.data);
}

/** `POST /api/<form>` for the forms that come as JSON. */
export function formRoutes(app: FastifyInstance, accept: (arrival: Arrival) => Promise<LeadAnswer>): void {
  for (const form of formNames.filter((name) => !fileFieldOf(name))) {
    app.post(`/api/${form}`, { config: { bodyFields: submissionFields(form) } }, async (request) =>
      accept({
        form,
        requestId: request.id,
        submission: parseSubmission(form, request.body),
        referer: request.headers.referer,
      }),
    );
  }
}
