import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformWithOxc } from 'vite';
import { entryPath } from './addresses.ts';

const rendererUrl = pathToFileURL(join(import.meta.dirname, 'page-renderer.ts')).href;

/**
 * Writes a folder for `WEB_DIR` with the structure of the web app's build: a renderer that calls Vite, a
 * manifest with one module, and the loader. With this folder, the BFF needs no code for development.
 * @param folder created if missing
 * @param webRoot the web app's folder
 */
export async function writeWebFolder(folder: string, webRoot: string): Promise<void> {
  const source = join(webRoot, 'src/script-loader.ts');
  const loader = await transformWithOxc(await readFile(source, 'utf8'), source, { sourcemap: false });
  const manifest = {
    'src/entry.client.tsx': { file: entryPath.slice(1), isEntry: true },
    'src/script-loader.ts': { file: 'loader.js', isEntry: true },
  };
  await mkdir(join(folder, 'client/.vite'), { recursive: true });
  await mkdir(join(folder, 'server'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  await writeFile(join(folder, 'client/loader.js'), loader.code.replace(/^export \{\};?$/m, ''));
  await writeFile(join(folder, 'client/.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'server/entry.server.js'), `export * from ${JSON.stringify(rendererUrl)};\n`);
}
