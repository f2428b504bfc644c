import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpProblem } from './problems/errors.ts';

const multipart = /^\s*multipart\//i;

function isOwnHost(origin: string, request: FastifyRequest): boolean {
  return URL.parse(origin)?.host === request.host;
}

/**
 * @param known origins that may post, besides the site itself
 * @returns false for a request that another site makes through a browser
 */
export function isOwnForm(request: FastifyRequest, known: ReadonlySet<string>): boolean {
  const { origin, 'sec-fetch-site': site } = request.raw.headers;
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none';
  return known.has(origin) || isOwnHost(origin, request);
}

/**
 * Refuses cross-site requests with multipart bodies (CSRF), which browsers send without a preflight. Requests
 * with neither `Origin` nor `Sec-Fetch-Site` are not from a browser, and pass.
 * @param allowed origins that may post, besides the site itself
 */
export function refuseForeignForms(app: FastifyInstance, allowed: readonly string[]): void {
  const known = new Set(allowed);
  // Callback style: cheaper than a promise, and it runs on every request.
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (request.raw.method !== 'POST' || !multipart.test(headers['content-type'] ?? '')) return done();
    done(
      isOwnForm(request, known)
        ? undefined
        : new HttpProblem(403, 'This form can be sent from our own site only.'),
    );
  });
}
