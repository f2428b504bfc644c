import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpProblem } from './errors.ts';

function isOwnHost(origin: string, request: FastifyRequest): boolean {
  return URL.parse(origin)?.host === request.host;
}

/**
 * Refuses multipart bodies from other sites: a browser sends them without asking first, unlike JSON. Whatever sends
 * neither `Origin` nor `Sec-Fetch-Site` is no browser and does not act for a visitor.
 * @param allowed origins that may post, beside the site itself
 */
export function refuseForeignForms(app: FastifyInstance, allowed: readonly string[]): void {
  const known = new Set(allowed);
  app.addHook('onRequest', async (request) => {
    const { headers } = request;
    if (!/^\s*multipart\//i.test(headers['content-type'] ?? '')) return;
    const { origin } = headers;
    const site = headers['sec-fetch-site'];
    const fine =
      origin === undefined
        ? site === undefined || site === 'same-origin' || site === 'none'
        : known.has(origin) || isOwnHost(origin, request);
    if (!fine) throw new HttpProblem(403, 'This form can be sent from our own site only.');
  });
}
