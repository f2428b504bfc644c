import { z } from 'zod';
import type { Json } from '../http/call-description.ts';

/**
 * Converts the schema of a request or a response to JSON schema. Replaces the converter of
 * `fastify-type-provider-zod`, which omits schemas inside `z.preprocess`. Most request schemas use
 * `z.preprocess`.
 * @param options.isBody true for request bodies and queries, in which unknown fields are allowed
 */
export function schemaOf(schema: z.ZodType, { isBody = false } = {}): Json {
  const {
    $schema: _dialect,
    examples: _shownBeside,
    ...json
  } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (isBody && jsonSchema.type === 'object') jsonSchema.additionalProperties = true;
      // The safe-integer bounds carry no information.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  if (!(schema instanceof z.ZodObject)) return json;
  // Fields with a default are optional in the input. The output schema marks them as required.
  const shape = schema.shape as Record<string, z.ZodType>;
  const required = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success);
  return { ...json, required: required.length > 0 ? required : undefined };
}

/** The example in a schema's metadata, or undefined. */
export function exampleOf(schema: z.ZodType): unknown {
  const [example] = (schema.meta()?.examples ?? []) as unknown[];
  return example;
}
