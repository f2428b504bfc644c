import { brand } from '@meridian/contracts/brand';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { type StoredAnswer, sendStored } from '../cache/send-stored.ts';
import { compressBody, compressedSoon, storeBody } from '../cache/stored-body.ts';
import { messageOf } from '../http/error-handler.ts';
import { HttpProblem } from '../http/errors.ts';
import type { Headers, SecurityHeaders } from '../http/security-headers.ts';
import { describeRoutes } from './openapi.ts';

const prefix = '/api/docs';
const page = `${prefix}/`;
const files = [page, `${prefix}/openapi.json`, `${prefix}/openapi.yaml`, `${prefix}/js/scalar.js`];
const cacheControl = 'public, max-age=300';

/** Contents of the inline scripts of a page. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].flatMap(([, text]) => text || []);
}

async function openPlugin(description: object): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(scalar, {
    routePrefix: prefix,
    configuration: {
      content: description,
      pageTitle: `${brand} API`,
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

/** Generates each file once through the plugin. `host` and `path` are ours, never a visitor's. */
async function readDocs(
  description: object,
  { headers, log }: DocsDependencies,
): Promise<Map<string, StoredAnswer>> {
  const plugin = await openPlugin(description);
  const answers = await Promise.all(files.map((url) => plugin.inject({ url })));
  await plugin.close();
  const security = headers.docs(scriptsOf(answers[0]?.payload ?? ''));
  return new Map(
    answers.map((answer, at) => {
      const own: Headers = { ...security, 'content-type': String(answer.headers['content-type']) };
      const stored: StoredAnswer = { ...storeBody(answer.rawPayload), statusCode: 200, headers: own };
      compressBody(stored, (error) => log.warn({ err: error, route: page }, 'file not compressed'));
      return [files[at] ?? '', stored];
    }),
  );
}

export interface DocsDependencies {
  /** Origin of the site. */
  publicUrl: string;
  headers: Pick<SecurityHeaders, 'docs'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Serves the API reference at `/api/docs`, with `openapi.json`. Generated on first request: the script
 * takes 4 MB of memory. Register before the routes that it describes.
 */
export async function docsRoutes(app: FastifyInstance, dependencies: DocsDependencies): Promise<void> {
  await describeRoutes(app, dependencies.publicUrl);
  let docs: Promise<Map<string, StoredAnswer>> | undefined;
  app.get(prefix, (_request, reply) => reply.redirect(page, 301));
  app.get<{ Params: { '*': string } }>(`${page}*`, async (request, reply) => {
    docs ??= readDocs(app.swagger(), dependencies);
    const file = (await docs).get(page + request.params['*']);
    if (!file) throw new HttpProblem(404, messageOf(404));
    await compressedSoon(file);
    sendStored(request, reply, file, cacheControl);
    return reply;
  });
}
