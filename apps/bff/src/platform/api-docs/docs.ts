import { instance } from '@meridian/contracts/site/instance';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { type StoredAnswer, sendStored } from '../cache/send-stored.ts';
import { compressBody, compressedSoon, storeBody } from '../cache/stored-body.ts';
import { messageOf } from '../http/problems/error-handler.ts';
import { HttpProblem } from '../http/problems/errors.ts';
import type { Headers, SecurityHeaders } from '../http/security-headers.ts';
import { describeRoutes } from './openapi.ts';

const cacheControl = 'public, max-age=300';

function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].flatMap(([, text]) => text || []);
}

export interface DocsSource {
  /** Path of the page, without a slash at its end. */
  prefix: `/${string}`;
  title: string;
  /** @returns the OpenAPI document */
  describe(): object;
  /** @param scripts contents of the page's inline scripts */
  headersOf(scripts: readonly string[]): Headers;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

async function openPlugin({ prefix, title, describe }: DocsSource): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(scalar, {
    routePrefix: prefix,
    configuration: {
      content: describe(),
      pageTitle: title,
      withDefaultFonts: false,
      telemetry: false,
      // No requests to other hosts, and no links to hosted services.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  });
  return app;
}

const files = ['', 'openapi.json', 'openapi.yaml', 'js/scalar.js'];

/** Generates each file once through the plugin. */
async function readDocs(source: DocsSource): Promise<Map<string, StoredAnswer>> {
  const { prefix, headersOf, log } = source;
  const plugin = await openPlugin(source);
  const answers = await Promise.all(files.map((file) => plugin.inject({ url: `${prefix}/${file}` })));
  await plugin.close();
  const security = headersOf(scriptsOf(answers[0]?.payload ?? ''));
  return new Map(
    answers.map((answer, at) => {
      const own: Headers = { ...security, 'content-type': String(answer.headers['content-type']) };
      const stored: StoredAnswer = { ...storeBody(answer.rawPayload), statusCode: 200, headers: own };
      compressBody(stored, (error) => log.warn({ err: error, route: prefix }, 'file not compressed'));
      return [files[at] ?? '', stored];
    }),
  );
}

/**
 * Creates an API reference: its page, `openapi.json`, `openapi.yaml` and script. The files are generated on
 * the first request, because the script takes 4 MB of memory.
 * @returns a function that returns the file at a path below the page, or undefined
 */
export function createDocs(source: DocsSource): (file: string) => Promise<StoredAnswer | undefined> {
  let docs: Promise<Map<string, StoredAnswer>> | undefined;
  return async (file) => {
    docs ??= readDocs(source);
    const found = (await docs).get(file);
    if (found) await compressedSoon(found);
    return found;
  };
}

export interface DocsDependencies {
  /** Origin of the site. */
  publicUrl: string;
  headers: Pick<SecurityHeaders, 'docs'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Serves the API reference at `/api/docs`. Register before the routes that it describes. */
export async function docsRoutes(app: FastifyInstance, dependencies: DocsDependencies): Promise<void> {
  const { publicUrl, headers, log } = dependencies;
  await describeRoutes(app, publicUrl);
  const prefix = '/api/docs';
  const find = createDocs({
    prefix,
    title: `${instance().name} API`,
    describe: () => app.swagger(),
    headersOf: headers.docs,
    log,
  });
  app.get(prefix, (_request, reply) => reply.redirect(`${prefix}/`, 301));
  app.get<{ Params: { '*': string } }>(`${prefix}/*`, async (request, reply) => {
    const file = await find(request.params['*']);
    if (!file) throw new HttpProblem(404, messageOf(404));
    sendStored(request, reply, file, cacheControl);
    return reply;
  });
}
