import { z } from 'zod';
import type { Json } from '../http/call-description.ts';

/**
 * The JSON schema of what a request may hold, or an answer holds. The one that `fastify-type-provider-zod` makes shows
 * nothing of what stands behind a preprocessing, which is most of what a request holds here.
 * @param options.isBody of what a client sends: fields that are not known are ignored
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
      // What any number of JavaScript has tells nobody anything.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  if (!(schema instanceof z.ZodObject)) return json;
  // What has a default may be left out, which the parsed form does not show.
  const shape = schema.shape as Record<string, z.ZodType>;
  const required = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success);
  return { ...json, required: required.length > 0 ? required : undefined };
}

/** The example in a schema's meta data, or undefined. */
export function exampleOf(schema: z.ZodType): unknown {
  const [example] = (schema.meta()?.examples ?? []) as unknown[];
  return example;
}
