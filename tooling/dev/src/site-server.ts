import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { modulesPath, type StyleSheet, stylesPath } from './addresses.ts';
import type { BffProxy } from './bff-proxy.ts';
import { devEntry } from './dev-entry.ts';

export interface SiteServerOptions {
  webRoot: string;
  host: string;
  port: number;
  bff: BffProxy;
}

/** Paths that only the BFF answers. Of other paths, Vite serves the web app's modules and files. */
const bffPaths = /^\/(?:api|media|healthz|readyz|robots\.txt|sitemap\.xml)(?:[/?]|$)/;
const stylesEntry = '/src/ui/site.css';

async function currentStyles(vite: ViteDevServer, webRoot: string): Promise<StyleSheet> {
  const result = await vite.environments.client.transformRequest(`${stylesEntry}?direct`);
  return { id: join(webRoot, stylesEntry), css: result?.code ?? '' };
}

/** Answers requests of the BFF process. */
async function answerBff(vite: ViteDevServer, incoming: IncomingMessage, webRoot: string): Promise<unknown> {
  if (incoming.url === stylesPath) return currentStyles(vite, webRoot);
  return vite.environments.ssr.hot.handleInvoke(JSON.parse(await text(incoming)));
}

/**
 * Starts the server that developers open: it serves Vite's modules and HMR, and forwards all other requests
 * to the BFF.
 * @returns once the server listens; `close` also closes open connections
 */
export async function startSiteServer({ webRoot, host, port, bff }: SiteServerOptions) {
  const server = createServer();
  const vite = await createVite({
    root: webRoot,
    configFile: join(webRoot, 'vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    plugins: [devEntry()],
    optimizeDeps: { entries: ['src/entry.client.tsx'] },
    server: { middlewareMode: true, ws: { server } },
    clearScreen: false,
    logLevel: 'warn',
  });

  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { url = '/' } = incoming;
    if (url === modulesPath || url === stylesPath) {
      answerBff(vite, incoming, webRoot).then(
        (answer) => outgoing.end(JSON.stringify(answer)),
        (error: Error) => outgoing.writeHead(500).end(error.message),
      );
    } else if (bffPaths.test(url)) {
      bff.forward(incoming, outgoing);
    } else {
      vite.middlewares(incoming, outgoing, () => bff.forward(incoming, outgoing));
    }
  });
  server.listen(port, host);
  await once(server, 'listening');

  return {
    async close() {
      server.closeAllConnections();
      server.close();
      await vite.close();
    },
  };
}
