import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Fields that the route's body may have, those of an object within it (or of each object in a list) as
     * `attribution.page_url`. Others are ignored, and counted. What is named without fields of its own is not looked
     * into.
     */
    bodyFields?: readonly string[];
  }
}

/** Counts the fields of a body that its route does not know. For bodies that are read within the handler. */
export type CountUnknownFields = (request: FastifyRequest, body: unknown) => void;

type Counted = () => void;

/** No body has lists in lists; some levels are followed, and not as many as would fill the stack. */
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
 * An open page meets a newer server, a new page meets an old replica: a field that a route does not know must not
 * refuse the request. It is counted before parsing, so that operators see it. Has to be installed before the routes.
 * @param count called once for each unknown field, with the route's address
 */
export function countUnknownFields(app: FastifyInstance, count: (route: string) => void): CountUnknownFields {
  const countUnknown: CountUnknownFields = (request, body) => {
    const { config, url = 'none' } = request.routeOptions;
    if (!config.bodyFields || Array.isArray(body)) return;
    countWithin(body, config.bodyFields, '', () => count(url));
  };
  // By route and not for all requests: what has no body pays nothing.
  app.addHook('onRoute', (route) => {
    if (!route.config?.bodyFields) return;
    // Parsing leaves them out.
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
