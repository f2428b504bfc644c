import { z } from 'zod';
import type { CallDescription, Json } from '../http/call-description.ts';
import { answerParts } from './answer-parts.ts';
import { exampleOf, schemaOf } from './json-schema.ts';

function queryParameters(query: z.ZodType): Json[] {
  const requested = schemaOf(query, { isBody: true });
  const required = new Set((requested.required ?? []) as string[]);
  const example = (exampleOf(query) ?? {}) as Json;
  return Object.entries((requested.properties ?? {}) as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
    example: example[name],
  }));
}

const fileSchema = { type: 'string', format: 'binary' };

/** Adds a form's file fields to its body schema. File fields have no JSON example. */
function withFiles(schema: Json, files: readonly string[]): Json {
  const properties = Object.fromEntries(files.map((name) => [name, fileSchema]));
  const required = [...((schema.required ?? []) as string[]), ...files];
  return { ...schema, properties: { ...(schema.properties as Json), ...properties }, required };
}

function requestBody({ body, files }: CallDescription): Json | undefined {
  if (!body) return undefined;
  if (!(body instanceof z.ZodType)) return body;
  const schema = schemaOf(body, { isBody: true });
  if (Object.keys((schema.properties ?? {}) as Json).length === 0) return undefined;
  if (files)
    return { required: true, content: { 'multipart/form-data': { schema: withFiles(schema, files) } } };
  return {
    // Without required fields the body itself is optional.
    ...(!body.safeParse({}).success && { required: true }),
    content: { 'application/json': { schema, example: exampleOf(body) } },
  };
}

/** The OpenAPI operation of a call. */
export function operationOf(call: CallDescription): Json {
  const { tags, operationId, summary, description, security, query } = call;
  const parameters = [...(call.parameters ?? []), ...(query ? queryParameters(query) : [])];
  const sent = requestBody(call);
  return {
    tags,
    operationId,
    summary,
    ...(description && { description }),
    ...(security && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(sent && { requestBody: sent }),
    responses: answerParts(call),
  };
}
