/** Request bodies validated by the route's schema. */
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';
import { fieldErrorsOf, HttpProblem } from './problems/errors.ts';

const maxReasons = 20;

/**
 * Validation errors for the log: known field names and issue codes. Values and unknown field names are
 * omitted, because the client chooses them.
 */
function reasonsOf(error: z.ZodError): string[] {
  const reasons = error.issues.map(({ code, path: [field = 'body'] }) => `${String(field)}: ${code}`);
  return [...new Set(reasons)].slice(0, maxReasons);
}

/** A body that fails validation. */
export class InvalidBody extends HttpProblem {
  /** Reasons for the log, if the route opts in. */
  readonly reasons: readonly string[] | undefined;

  constructor(error: z.ZodError, { message, isLogged = false }: CheckedBodyOptions) {
    super(400, message, { errors: fieldErrorsOf(error) });
    this.reasons = isLogged ? reasonsOf(error) : undefined;
  }
}

export interface CheckedBodyOptions {
  /** Message for the visitor. */
  message: string;
  /** True to log the reasons. Set this where repeated refusals of a client cost sales. */
  isLogged?: boolean;
}

/** Responses are not validated at run time; tests check them against the schema. */
const serializerCompiler: FastifySerializerCompiler<unknown> = () => (data) => JSON.stringify(data);

/**
 * Route options that validate `request.body` with the schema. A missing body counts as `{}`, so that each
 * missing field gets its message.
 */
export function checkedBody(options: CheckedBodyOptions) {
  const validatorCompiler: FastifySchemaCompiler<unknown> = ({ schema }) => {
    if (!(schema instanceof z.ZodType)) throw new TypeError('A checked body needs a schema of zod.');
    return (body) => {
      const parsed = schema.safeParse(body ?? {});
      return parsed.success ? { value: parsed.data } : { error: new InvalidBody(parsed.error, options) };
    };
  };
  return { validatorCompiler, serializerCompiler };
}
