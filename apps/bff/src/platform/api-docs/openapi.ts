/** OpenAPI 3.1 document, generated from the route schemas. */
import { instance } from '@meridian/contracts/site/instance';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import type { CallDescription, Json } from '../http/call-description.ts';
import { answerComponents } from './answer-parts.ts';
import { operationOf } from './operation.ts';

const tags = {
  reads: 'Content of the site. Answers are cached and carry an ETag.',
  forms: 'Leads. The same submission id again is the same lead, and gets the same answer.',
  crm: 'Leads for the CRM that were saved elsewhere.',
  checkout: 'Paying for seats.',
  training: 'Class lists, certificates and feedback, by private links.',
  'personal data': 'Personal data of an address, by a mailed link.',
  operations: 'For operations.',
};

/** Carries parts of an operation that the plugin would drop: shared responses, optional bodies, examples. */
const carried = 'x-operation';

function isDescribed(schema: FastifySchema | undefined): schema is FastifySchema & CallDescription {
  return schema?.operationId !== undefined;
}

function descriptionOf({ config, schema }: RouteOptions): CallDescription | undefined {
  return config?.describes?.() ?? (isDescribed(schema) ? schema : undefined);
}

function unpacked(methods: Record<string, Json>): Json {
  return Object.fromEntries(Object.entries(methods).map(([method, entry]) => [method, entry[carried]]));
}

/**
 * Describes routes that are registered after this call, once `app.swagger()` runs. Routes without a
 * description are left out.
 * @param publicUrl origin of the site
 */
export async function describeRoutes(app: FastifyInstance, publicUrl: string): Promise<void> {
  // Loaded only when the document is generated.
  const { default: swagger } = await import('@fastify/swagger');
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${instance().name} API`,
        version: '1.0.0',
        description:
          'Every answer is {status, message, data}: status 1 is success, any other a refusal whose message is for ' +
          'people. An address below /api that is not listed answers 404, another method 405.',
      },
      servers: [{ url: publicUrl }],
      // Calls are public unless they declare otherwise.
      security: [],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    },
    transform({ route, url }) {
      const call = descriptionOf(route);
      return { url, schema: call ? { [carried]: operationOf(call) } : { hide: true } };
    },
    transformObject(document) {
      if (!('openapiObject' in document)) return {};
      const { paths, ...others } = document.openapiObject;
      return {
        ...others,
        paths: Object.fromEntries(
          Object.entries(paths ?? {}).map(([path, methods]) => [
            path,
            unpacked(methods as Record<string, Json>),
          ]),
        ),
        components: {
          securitySchemes: { operators: { type: 'http', scheme: 'bearer', description: 'OPS_TOKEN' } },
          ...answerComponents(),
        },
      };
    },
  });
}
