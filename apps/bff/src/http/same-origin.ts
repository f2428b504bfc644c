import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpProblem } from './errors.ts';

const multipart = /^\s*multipart\//i;

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
  // With a callback: it stands before every request, and a promise costs more than the look.
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (request.raw.method !== 'POST' || !multipart.test(headers['content-type'] ?? '')) return done();
    const { origin } = headers;
    const site = headers['sec-fetch-site'];
    const fine =
      origin === undefined
        ? site === undefined || site === 'same-origin' || site === 'none'
        : known.has(origin) || isOwnHost(origin, request);
    done(fine ? undefined : new HttpProblem(403, 'This form can be sent from our own site only.'));
  });
}
