/** Builds the OpenAPI responses of a call. */
import { readSchemas } from '@meridian/contracts/call-schemas';
import { readCallNames } from '@meridian/contracts/calls';
import { z } from 'zod';
import type { CallDescription, Json } from '../http/call-description.ts';
import { fieldProblemSchema, problemSchema, problems } from '../http/problems/problem-answers.ts';
import { exampleOf, schemaOf } from './json-schema.ts';

function content(schema: Json, example: unknown): Json {
  return { content: { 'application/json': { schema, ...(example !== undefined && { example }) } } };
}

function fieldOf(field: z.ZodType): Json {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  return inner instanceof z.ZodType ? schemaOf(inner) : {};
}

/**
 * Describes a response. Its objects may have additional properties, because clients ignore unknown fields.
 */
function envelopeOf(schema: z.ZodType, dataComponent?: string): Json {
  if (!(schema instanceof z.ZodObject)) return schemaOf(schema);
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  return {
    type: 'object',
    required: fields.filter(([, field]) => !(field instanceof z.ZodOptional)).map(([name]) => name),
    properties: Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        name === 'data' && dataComponent ? { $ref: `#/components/schemas/${dataComponent}` } : fieldOf(field),
      ]),
    ),
  };
}

function answerPart(code: string, answer: z.ZodType | Json, dataComponent?: string): Json {
  if (!(answer instanceof z.ZodType)) return answer;
  if (answer === problemSchema || answer === fieldProblemSchema)
    return { $ref: `#/components/responses/${problems[Number(code) as keyof typeof problems].name}` };
  return {
    description: answer.description ?? '',
    ...content(envelopeOf(answer, dataComponent), exampleOf(answer)),
  };
}

/** Responses by status. Shared responses are references to components. */
export function answerParts({ response, dataComponent }: CallDescription): Json {
  return Object.fromEntries(
    Object.entries(response).flatMap(([code, answer]) =>
      answer ? [[code, answerPart(code, answer, dataComponent)]] : [],
    ),
  );
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

/** Components that the responses refer to. */
export function answerComponents(): { schemas: Json; responses: Json } {
  const shared = Object.entries(problems).map(([code, { name, description, example, ...rest }]) => {
    const schema = { $ref: `#/components/schemas/${code === '400' ? 'FieldProblem' : 'Problem'}` };
    const headers = 'retries' in rest ? { headers: retryAfter } : {};
    return [name, { description, ...content(schema, { status: 0, ...example }), ...headers }];
  });
  return {
    schemas: {
      Problem: envelopeOf(problemSchema),
      FieldProblem: envelopeOf(fieldProblemSchema),
      ...Object.fromEntries(readCallNames.map((name) => [name, schemaOf(readSchemas[name].data)])),
    },
    responses: {
      NotModified: { description: 'The copy of the caller (If-None-Match) is current' },
      ...Object.fromEntries(shared),
    },
  };
}
