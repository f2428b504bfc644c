/** The building blocks of the API's description: schemas out of zod, and the answers that any call may get. */
import { z } from 'zod';

export type Json = Record<string, unknown>;

interface SchemaOptions {
  /** Of a body that a client sends: fields that are not known are ignored. */
  isBody?: boolean;
}

/** The JSON schema of what a request may hold, or an answer holds. */
export function schemaOf(schema: z.ZodType, { isBody = false }: SchemaOptions = {}): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (isBody && jsonSchema.type === 'object') jsonSchema.additionalProperties = true;
    },
  });
  if (!(schema instanceof z.ZodObject)) return json;
  // What has a default may be left out, which the parsed form does not show.
  const shape = schema.shape as Record<string, z.ZodType>;
  const required = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success);
  return { ...json, required: required.length > 0 ? required : undefined };
}

export function content(schema: Json, example?: unknown, type = 'application/json'): Json {
  return { content: { [type]: { schema, ...(example !== undefined && { example }) } } };
}

const status = { type: 'integer', description: '1 is success' };
const message = { type: 'string' };

/** `{status, message, data}`; without a schema there is no data. */
export function envelopeOf(data?: Json): Json {
  return {
    type: 'object',
    required: ['status', 'message'],
    properties: { status, message, ...(data && { data }) },
  };
}

const problemSchema = { $ref: '#/components/schemas/Problem' };
const fieldProblemSchema = { $ref: '#/components/schemas/FieldProblem' };

function problem(description: string, words: string): Json {
  return { description, ...content(problemSchema, { status: 0, message: words }) };
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

/** What may be answered instead of what was asked for, by status. */
const problems = {
  304: { name: 'NotModified', answer: { description: 'What the caller has (If-None-Match) is still true' } },
  400: {
    name: 'BadRequest',
    answer: {
      description: 'The body cannot be read, or a field is missing or wrong',
      ...content(fieldProblemSchema, {
        status: 0,
        message: 'Please check your details.',
        errors: { email: ['Email address is invalid'] },
      }),
    },
  },
  401: {
    name: 'Unauthorized',
    answer: problem('The token is missing or wrong', 'This call needs the token of the operators.'),
  },
  403: {
    name: 'Forbidden',
    answer: problem('A form from another site', 'This form can be sent from our own site only.'),
  },
  404: { name: 'NotFound', answer: problem('There is no such thing', 'This receipt does not exist.') },
  409: {
    name: 'Conflict',
    answer: problem(
      'The submission id was used for other details',
      'This form was already sent with other details. Please send it again.',
    ),
  },
  413: { name: 'TooLarge', answer: problem('The body is too large', 'What was sent is too large.') },
  415: {
    name: 'WrongType',
    answer: problem('The body is of another type', 'Please send the details as application/json.'),
  },
  429: {
    name: 'TooMany',
    answer: {
      ...problem(
        'Too many requests of one address',
        'Too many requests. Please wait a moment and try again.',
      ),
      headers: retryAfter,
    },
  },
  500: {
    name: 'OwnFault',
    answer: problem('A fault of ours', 'Something went wrong on our side. Please try again.'),
  },
  502: {
    name: 'NoAnswer',
    answer: problem('No answer could be had from behind us', 'Fetch error'),
  },
  503: {
    name: 'NotReady',
    answer: {
      ...problem(
        'It cannot be taken just now, because the database is away',
        'We cannot take this just now. Please try again in a few seconds.',
      ),
      headers: retryAfter,
    },
  },
} as const;
export type ProblemStatus = keyof typeof problems;

/** By reference each of the answers that are no success. */
export function problemAnswers(statuses: readonly ProblemStatus[]): Json {
  return Object.fromEntries(
    statuses.map((code) => [code, { $ref: `#/components/responses/${problems[code].name}` }]),
  );
}

/** A successful answer, and by reference each of the others that the call may give. */
export function answers(success: Json, statuses: readonly ProblemStatus[]): Json {
  return { 200: success, ...problemAnswers(statuses) };
}

/** The successful answer in an envelope. */
export function envelopeAnswer(data?: Json, example?: Json): Json {
  const description = 'The answer; a status other than 1 is a refusal, its message for the visitor';
  return { description, ...content(envelopeOf(data), example) };
}

export const problemComponents = {
  schemas: {
    Problem: envelopeOf(),
    FieldProblem: {
      type: 'object',
      required: ['status', 'message'],
      properties: {
        status,
        message,
        errors: {
          type: 'object',
          description: 'Field → what is wrong with it; missing where the body as a whole is at fault',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
  responses: Object.fromEntries(Object.values(problems).map(({ name, answer }) => [name, answer])),
};

/** What any body may meet before it is looked at. */
export const bodyProblems = [400, 413, 415] as const satisfies ProblemStatus[];
