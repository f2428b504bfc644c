import type { z } from 'zod';

/** A raw OpenAPI object. */
export type Json = Record<string, unknown>;

/**
 * OpenAPI metadata of a route. If Fastify validates the body, the metadata is in `schema`. Other routes have
 * the metadata in `config.describes`, which Fastify ignores.
 */
export interface CallDescription {
  tags: string[];
  operationId: string;
  summary: string;
  description?: string;
  /** Required security scheme; none if absent. */
  security?: Record<string, string[]>[];
  /** Query fields; the example is in the schema's metadata. */
  query?: z.ZodType;
  /** Raw OpenAPI parameters. */
  parameters?: Json[];
  /** Body schema with its example in the metadata; for types other than JSON, OpenAPI `content`. */
  body?: z.ZodType | { required?: boolean; content: Json };
  /** Names of file fields. If present, the body is `multipart/form-data`. */
  files?: readonly string[];
  /** Component name of the data, if calls share it. */
  dataComponent?: string;
  /** Responses by status: a schema of `answers.ts` or `problem-answers.ts`, or a raw OpenAPI response. */
  response: Record<string | number, z.ZodType | Json | undefined>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Evaluated when the document is generated. */
    describes?: () => CallDescription;
  }
}
