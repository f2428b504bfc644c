import { brand } from '@meridian/contracts/brand';
import fastify, { type FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
import type { Headers } from './security-headers.ts';

const prefix = '/api/docs';

async function openDocs(publicUrl: string, headers: Headers): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(headers).header('cache-control', 'public, max-age=300');
    reply.removeHeader('access-control-allow-origin').removeHeader('access-control-allow-methods');
  });
  await app.register(scalar, {
    routePrefix: prefix,
    configuration: {
      content: openApiDocument(publicUrl),
      pageTitle: `${brand} API`,
      withDefaultFonts: false,
      telemetry: false,
      // Nothing on the page asks another server, or offers what would.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  });
  await app.ready();
  return app;
}

/**
 * `/api/docs`: the API's description to read, and as `openapi.json`. It is an application of its own that is made
 * when someone opens it: its script alone takes four megabytes, which no other request shall pay for.
 */
export function docsRoutes(app: FastifyInstance, publicUrl: string, headers: Headers): void {
  let docs: Promise<FastifyInstance> | undefined;
  app.addHook('onClose', async () => (await docs)?.close());
  for (const url of [prefix, `${prefix}/*`]) {
    app.get(url, async (request, reply) => {
      docs ??= openDocs(publicUrl, headers);
      const { routing } = await docs;
      reply.hijack();
      routing(request.raw, reply.raw);
      return reply;
    });
  }
}
