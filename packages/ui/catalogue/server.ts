import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';

const settings = {
  root: import.meta.dirname,
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  configLoader: 'native',
  logLevel: 'error',
} as const;

/**
 * Builds the catalogue and serves it on a free port.
 * @returns its URL, and a function that stops the server
 */
export async function serveCatalogue(): Promise<{ url: string; close(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'catalogue-'));
  await build({ ...settings, build: { outDir, emptyOutDir: true, minify: false } });
  const server = await preview({ ...settings, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const { port } = server.httpServer.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
