import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer, Read } from '@meridian/contracts/site/renderer';
import { sampleFolder } from '@meridian/instance/sample';

const webRoot = resolve(import.meta.dirname, '../../apps/web');

interface WebModules extends Pick<PageRenderer, 'render' | 'setInstance'> {
  preparePage(path: string, read: Read): Promise<() => string>;
}

/**
 * Builds the BFF's page renderer and, next to it, the bare page trees, with the web app's settings. One
 * build, so that both share React and the components.
 * @param folder output of the build
 */
export async function buildWebModules(folder: string): Promise<Omit<WebModules, 'setInstance'>> {
  // Vite and the web app's plug-ins read NODE_ENV when they load.
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
  const { render, setInstance } = (await load('entry')) as WebModules;
  // The bare page trees share the renderer's modules.
  setInstance(sampleFolder.instance);
  const { preparePage } = (await load('plain')) as WebModules;
  return { render, preparePage };
}
