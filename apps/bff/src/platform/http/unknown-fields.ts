import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Known body fields. Nested fields, in objects or lists of objects, are named like
     * `attribution.page_url`. Other fields are ignored and counted. A field listed without nested fields is
     * not inspected.
     */
    bodyFields?: readonly string[];
  }
}

/** Counts unknown fields of a body that the handler reads itself. */
export type CountUnknownFields = (request: FastifyRequest, body: unknown) => void;

type Counted = () => void;

/** Depth limit for lists in lists, against stack overflow. */
const maxListDepth = 4;

function countWithin(
  value: unknown,
  fields: readonly string[],
  prefix: string,
  counted: Counted,
  listDepth = 0,
): void {
  if (Array.isArray(value)) {
    if (listDepth === maxListDepth) return;
    for (const item of value) countWithin(item, fields, prefix, counted, listDepth + 1);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [field, inner] of Object.entries(value)) {
    const path = prefix + field;
    if (!fields.includes(path)) counted();
    else if (typeof inner === 'object' && fields.some((known) => known.startsWith(`${path}.`)))
      countWithin(inner, fields, `${path}.`, counted);
  }
}

/**
 * Counts and ignores unknown fields, because pages and replicas can have different versions. Counts before
 * parsing, which drops the unknown fields. Register before the routes.
 * @param count called for each unknown field with the route's URL
 */
export function countUnknownFields(app: FastifyInstance, count: (route: string) => void): CountUnknownFields {
  const countUnknown: CountUnknownFields = (request, body) => {
    const { config, url = 'none' } = request.routeOptions;
    if (!config.bodyFields || Array.isArray(body)) return;
    countWithin(body, config.bodyFields, '', () => count(url));
  };
  // Installed per route, so that requests without a body cost nothing.
  app.addHook('onRoute', (route) => {
    if (!route.config?.bodyFields) return;
    // Runs before validation, which drops unknown fields.
    route.preValidation = [
      ...[route.preValidation ?? []].flat(),
      (request, _reply, done) => {
        countUnknown(request, request.body);
        done();
      },
    ];
  });
  return countUnknown;
}
