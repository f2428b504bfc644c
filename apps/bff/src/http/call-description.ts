import type { z } from 'zod';

/** An OpenAPI object as it is. */
export type Json = Record<string, unknown>;

/**
 * What a route says of itself for the API's description. A route whose body Fastify parses says it in its `schema`;
 * one that reads its body another way, or answers from a cache, says it in `config.describes`, where nothing acts on
 * it.
 */
export interface CallDescription {
  tags: string[];
  operationId: string;
  summary: string;
  description?: string;
  /** Which token it needs; without it none. */
  security?: Record<string, string[]>[];
  /** Fields of the query, with an example in the schema's meta data. */
  query?: z.ZodType;
  /** Parameters that no schema stands for, as OpenAPI has them. */
  parameters?: Json[];
  /** The body as a schema, its example in the schema's meta data; or, for other types than JSON, OpenAPI's `content`. */
  body?: z.ZodType | { required?: boolean; content: Json };
  /** Fields that hold a file: the body is `multipart/form-data`. */
  files?: readonly string[];
  /** Name of the component that holds the data of its answer, where several calls answer the same. */
  dataComponent?: string;
  /** By status: a schema of `answers.ts` or `problem-answers.ts`, or an answer as OpenAPI has it. */
  response: Record<string | number, z.ZodType | Json | undefined>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Made when the description is asked for. */
    describes?: () => CallDescription;
  }
}
