/** The document of an operator who is signed in, with the screen's list in it: it shows before any script has run. */
import type { ConsoleAnswer } from '@meridian/contracts/console/renderer';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ConsoleBundle, loadConsoleBundle } from './console-bundle.ts';

/** Then the visit gets the plain document, whose scripts say what is wrong. */
const patienceMs = 1_500;
/** Renders at once. Each holds up to two connections of a pool that the site uses as well. */
const maxRenders = 3;

/** Opened by the operator or by a page of ours; to other requests a document says nothing of anybody. */
function isVisit({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination, 'sec-fetch-mode': mode, 'sec-fetch-site': site } = headers;
  return destination === 'document' && mode === 'navigate' && (site === 'same-origin' || site === 'none');
}

const passedOn = ['host', 'cookie', 'user-agent', 'x-forwarded-for'] as const;

/**
 * Asks our own API as the browser would: the same session, roles, limits and audit log. Cookies that it sets go with
 * the document, until the visit was answered without it.
 */
function readerFor(
  app: FastifyInstance,
  request: FastifyRequest,
  { reply, answered }: { reply: FastifyReply; answered: AbortSignal },
) {
  const headers: Record<string, string> = {};
  for (const name of passedOn) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  return async (address: string): Promise<ConsoleAnswer> => {
    answered.throwIfAborted();
    const remoteAddress = request.socket.remoteAddress ?? '';
    const answer = await app.inject({ method: 'GET', url: address, headers, remoteAddress });
    answered.throwIfAborted();
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) reply.header('set-cookie', cookie);
    return { status: answer.statusCode, body: answer.json() };
  };
}

/** @returns what makes a visit's document; undefined where the plain one is the answer */
export function createScreenRenderer(
  app: FastifyInstance,
  { webDir, log }: { webDir: string; log: Pick<FastifyBaseLogger, 'warn'> },
): (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined> {
  let loading: Promise<ConsoleBundle> | undefined;
  let renders = 0;

  async function render(request: FastifyRequest, reply: FastifyReply, answered: AbortSignal) {
    try {
      loading ??= loadConsoleBundle(webDir);
      const bundle = await loading;
      const [path = '/'] = request.url.split('?');
      if (!bundle.isRendered(path)) return undefined;
      const screen = await bundle.render(request.url, readerFor(app, request, { reply, answered }));
      return screen && bundle.documentOf(screen);
    } catch (error) {
      // The browser renders it as well.
      log.warn({ err: error }, 'a screen of the console was not rendered');
      return undefined;
    }
  }

  return async (request, reply) => {
    if (!request.headers.cookie || !isVisit(request) || renders === maxRenders) return undefined;
    const answered = new AbortController();
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      answered.abort();
      log.warn('a screen of the console was not rendered in time');
      late.resolve(undefined);
    }, patienceMs);
    renders += 1;
    const rendered = render(request, reply, answered.signal).finally(() => {
      // Not when the visit is answered: the calls that it no longer waits for still hold their connections.
      renders -= 1;
      clearTimeout(timer);
    });
    return Promise.race([rendered, late.promise]);
  };
}
