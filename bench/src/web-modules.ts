import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer, Read } from '@meridian/contracts/pages/renderer';

const webRoot = resolve(import.meta.dirname, '../../apps/web');

interface WebModules extends Pick<PageRenderer, 'render'> {
  preparePage(path: string, read: Read): Promise<() => string>;
}

/**
 * Builds the module by which the BFF renders pages, and beside it the same pages without anything around them, with
 * the web app's own settings. Of one build both have the same React and the same components.
 *
 * @param folder where the build goes
 */
export async function buildWebModules(folder: string): Promise<WebModules> {
  // Vite and the web app's plug-ins read it when they are loaded.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const input = {
    entry: join(webRoot, 'src/entry.server.tsx'),
    plain: resolve(import.meta.dirname, 'plain-tree.tsx'),
  };
  await build({
    root: webRoot,
    configFile: join(webRoot, 'vite.config.ts'),
    logLevel: 'error',
    build: { ssr: true, rollupOptions: { input }, outDir: folder, emptyOutDir: true },
  });
  const load = (name: string) => import(pathToFileURL(join(folder, `${name}.js`)).href);
  const { render } = (await load('entry')) as WebModules;
  const { preparePage } = (await load('plain')) as WebModules;
  return { render, preparePage };
}
