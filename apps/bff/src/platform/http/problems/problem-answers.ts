/** Schemas of error responses by status, as the error handler sends them. */
import { z } from 'zod';

export const problemSchema = z.object({ status: z.int().describe('1 is success'), message: z.string() });
export const fieldProblemSchema = problemSchema.extend({
  errors: z
    .record(z.string(), z.array(z.string()))
    .describe('Messages by field; `body` for the whole body. Absent if the body cannot be parsed')
    .optional(),
});

interface Problem {
  /** Component name in the OpenAPI document. */
  name: string;
  description: string;
  example: { message: string; errors?: Record<string, string[]> };
  /** True if the header `Retry-After` is sent. */
  retries?: boolean;
}

export const problems = {
  400: {
    name: 'BadRequest',
    description: 'The body cannot be read, or a field is missing or wrong',
    example: { message: 'Please check your details.', errors: { email: ['Email address is invalid'] } },
  },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing or wrong',
    example: { message: 'This call requires the token of the operators.' },
  },
  403: {
    name: 'Forbidden',
    description: 'A form from another site',
    example: { message: 'This form can be sent from our own site only.' },
  },
  404: {
    name: 'NotFound',
    description: 'Not found',
    example: { message: 'This booking page does not exist.' },
  },
  409: {
    name: 'Conflict',
    description: 'The submission id was used for other details',
    example: { message: 'This form was already sent with other details. Please send it again.' },
  },
  413: {
    name: 'TooLarge',
    description: 'The body is too large',
    example: { message: 'The request is too large.' },
  },
  415: {
    name: 'WrongType',
    description: 'Unsupported content type',
    example: { message: 'Please send the details as application/json.' },
  },
  429: {
    name: 'TooMany',
    description: 'Too many requests from one address',
    example: { message: 'Too many requests. Please wait a moment and try again.' },
    retries: true,
  },
  500: {
    name: 'OwnFault',
    description: 'Internal error',
    example: { message: 'Something went wrong on our side. Please try again.' },
  },
  502: {
    name: 'NoAnswer',
    description: 'The upstream did not answer',
    example: { message: 'Fetch error' },
  },
  503: {
    name: 'NotReady',
    description: 'The database is unavailable',
    example: { message: 'The service is temporarily unavailable. Please try again in a few seconds.' },
    retries: true,
  },
} as const satisfies Record<number, Problem>;
export type ProblemStatus = keyof typeof problems;

/** Errors that any request body can get before validation. */
export const bodyProblems = [400, 413, 415] as const;

/** Error schemas by status, for a route's `response`. */
export function problemAnswers<Status extends ProblemStatus>(...statuses: readonly Status[]) {
  return Object.fromEntries(
    statuses.map((code) => [code, code === 400 ? fieldProblemSchema : problemSchema]),
  ) as Record<Status, typeof fieldProblemSchema>;
}
