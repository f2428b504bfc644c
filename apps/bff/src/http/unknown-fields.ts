import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields that the route's body may have. Others are ignored, and counted. */
    bodyFields?: readonly string[];
  }
}

/** Counts the fields of a body that its route does not know. For bodies that are read within the handler. */
export type CountUnknownFields = (request: FastifyRequest, body: unknown) => void;

/**
 * An open page meets a newer server, a new page meets an old replica: a field that a route does not know must not
 * refuse the request. It is counted before parsing, so that operators see it. Has to be installed before the routes.
 * @param count called once for each unknown field, with the route's address
 */
export function countUnknownFields(app: FastifyInstance, count: (route: string) => void): CountUnknownFields {
  const countUnknown: CountUnknownFields = (request, body) => {
    const { config, url = 'none' } = request.routeOptions;
    if (!config.bodyFields || typeof body !== 'object' || body === null || Array.isArray(body)) return;
    for (const field of Object.keys(body)) if (!config.bodyFields.includes(field)) count(url);
  };
  // By route and not for all requests: what has no body pays nothing.
  app.addHook('onRoute', (route) => {
    if (!route.config?.bodyFields) return;
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      (request, _reply, done) => {
        countUnknown(request, request.body);
        done();
      },
    ];
  });
  return countUnknown;
}
