/** Checks responses against the schemas that routes declare. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fieldProblemSchema } from '../src/platform/http/problems/problem-answers.ts';

function declaredAnswers({ routeOptions }: FastifyRequest): object | undefined {
  const { config, schema } = routeOptions;
  return config.describes?.().response ?? (schema?.response as object | undefined);
}

function mismatch(request: FastifyRequest, statusCode: number, payload: unknown): string | undefined {
  const declared = declaredAnswers(request);
  const where = `${request.method} ${request.routeOptions.url} ${statusCode}`;
  if (!declared) return undefined;
  // Errors raised before the route, such as cross-origin refusals, are not declared by it.
  const before = statusCode >= 400 ? fieldProblemSchema : undefined;
  const schema: unknown =
    Reflect.get(declared, String(statusCode)) ?? Reflect.get(declared, 'default') ?? before;
  if (schema === undefined) return `${where} is not declared`;
  if (!(schema instanceof z.ZodType) || typeof payload !== 'string') return undefined;
  const answer: unknown = JSON.parse(payload);
  const { error, data } = schema.safeParse(answer);
  if (error) return `${where}: ${z.prettifyError(error)}`;
  return isDeepStrictEqual(data, answer) ? undefined : `${where} has more fields than it declares`;
}

/**
 * Collects responses that do not match the schema of their route. Register before the routes.
 * @returns live list of undeclared or mismatching responses
 */
export function collectMismatches(app: FastifyInstance): string[] {
  const mismatches: string[] = [];
  app.addHook('onSend', async (request, reply, payload) => {
    const found = mismatch(request, reply.statusCode, payload);
    if (found !== undefined) mismatches.push(found);
  });
  return mismatches;
}
