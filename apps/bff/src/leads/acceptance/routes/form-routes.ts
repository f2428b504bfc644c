import type { LeadFormName } from '@meridian/contracts/calls';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import {
  type Submission,
  submissionFields,
  submissionSchema,
  toSubmission,
} from '@meridian/contracts/leads/form-schemas';
import { formNames } from '@meridian/contracts/leads/forms';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { checkedBody, InvalidBody } from '../../../platform/http/checked-body.ts';
import { senderKey } from '../../../platform/http/network-address.ts';
import type { LeadAnswer } from '../../ledger/answers.ts';
import type { Arrival } from '../acceptance.ts';
import { formCall } from './lead-calls.ts';

/**
 * Rate limit of the waiting-list form, whose leads this server handles itself: five per network address and
 * day.
 */
const acceptedHereLimit = { max: 5, timeWindow: 24 * 60 * 60_000 };

const refused = { message: 'Please check your details.' };

/**
 * Parses the body of a form in its route handler.
 * @throws HttpProblem 400 with field errors
 */
export function parseSubmission(form: LeadFormName, body: unknown): Submission {
  const parsed = submissionSchema(form).safeParse(body ?? {});
  if (!parsed.success) throw new InvalidBody(parsed.error, refused);
  return toSubmission(form, parsed.data);
}

/**
 * `POST /api/<form>` for the forms that are sent as JSON.
 * @param handledHere forms that are not forwarded to the upstream
 */
export function formRoutes(
  app: FastifyInstance,
  accept: (arrival: Arrival) => Promise<LeadAnswer>,
  handledHere?: LeadFormName,
): void {
  const forwarded = formNames.filter((name) => !fileFieldOf(name));
  for (const form of handledHere ? [...forwarded, handledHere] : forwarded) {
    const config = {
      bodyFields: submissionFields(form),
      ...(form === handledHere && { rateLimit: acceptedHereLimit }),
    };
    app
      .withTypeProvider<ZodTypeProvider>()
      .post(`/api/${form}`, { ...checkedBody(refused), schema: formCall(form), config }, async (request) =>
        accept({
          form,
          requestId: request.id,
          submission: toSubmission(form, request.body),
          referer: request.headers.referer,
          sentFrom: senderKey(request.ip),
        }),
      );
  }
}
