/** Bodies that Fastify parses by a route's schema. */
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';
import { fieldErrorsOf, HttpProblem } from './errors.ts';

const maxReasons = 20;

/**
 * Why a body was refused, for the log: our name of each field and the kind of its fault. Neither the values nor the
 * names of unknown fields are ours, so both are left out.
 */
function reasonsOf(error: z.ZodError): string[] {
  const reasons = error.issues.map(({ code, path: [field = 'body'] }) => `${String(field)}: ${code}`);
  return [...new Set(reasons)].slice(0, maxReasons);
}

/** A body that does not fit its schema. */
export class InvalidBody extends HttpProblem {
  /** For the log, where the route wants it there. */
  readonly reasons: readonly string[] | undefined;

  constructor(error: z.ZodError, { message, isLogged = false }: CheckedBodyOptions) {
    super(400, message, { errors: fieldErrorsOf(error) });
    this.reasons = isLogged ? reasonsOf(error) : undefined;
  }
}

export interface CheckedBodyOptions {
  /** For the person whose body is refused. */
  message: string;
  /** Whether operators are told why: a caller that is refused again and again sells nothing. */
  isLogged?: boolean;
}

/** Answers are what our own code has made, so that checking them is a matter of tests. */
const serializerCompiler: FastifySerializerCompiler<unknown> = () => (data) => JSON.stringify(data);

/**
 * For a route's options, beside its schema: `request.body` is then what the schema makes of it. A body that is not
 * there counts as an empty one, so that every field that is missing has its message.
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
