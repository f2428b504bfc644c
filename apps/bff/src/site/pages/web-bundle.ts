/** Reads the builds of the web app: the server bundle, and the files for browsers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '@meridian/contracts/site/renderer';
import { z } from 'zod';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    src: z.string().optional(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
);
export type Manifest = z.output<typeof manifestSchema>;

/** Source file of the client's entry module. */
export const entrySource = 'src/entry.client.tsx';
const loaderSource = 'src/script-loader.ts';

/** Files that are inlined, so that the first paint waits only for the document. */
export interface InlineFiles {
  /** The loader script, as content of a script element. */
  loader: string;
  /** CSS by the URL of the style sheet. */
  styles: ReadonlyMap<string, string>;
}

export interface WebBundle extends PageRenderer {
  manifest: Manifest;
  inline: InlineFiles;
  /** Folder of the files for browsers. */
  clientDir: string;
}

/** The web app is not built, or only partly. */
export class WebBundleError extends Error {
  override readonly name = 'WebBundleError';
  readonly code = 'NO_WEB_BUNDLE';
  readonly retry = false;
}

function isServerModule(module: unknown): module is PageRenderer {
  const { render, listPages, setInstance } = module as Partial<PageRenderer>;
  return typeof render === 'function' && typeof listPages === 'function' && typeof setInstance === 'function';
}

async function readInline(clientDir: string, manifest: Manifest): Promise<InlineFiles> {
  const text = (file: string) => readFile(join(clientDir, file), 'utf8');
  const loader = manifest[loaderSource];
  if (!loader) throw new TypeError('The manifest has no loader');
  const styles = [...new Set(Object.values(manifest).flatMap(({ css }) => css))];
  return {
    // In a function, so that its names are not global.
    loader: `(()=>{${(await text(loader.file)).trim()}})()`,
    styles: new Map(await Promise.all(styles.map(async (file) => [`/${file}`, await text(file)] as const))),
  };
}

/**
 * @param webDir folder with `client` and `server`
 * @throws WebBundleError if a part is missing
 */
export async function loadWebBundle(webDir: string): Promise<WebBundle> {
  const clientDir = join(webDir, 'client');
  try {
    const text = await readFile(join(clientDir, '.vite/manifest.json'), 'utf8');
    const manifest = manifestSchema.parse(JSON.parse(text));
    const module: unknown = await import(pathToFileURL(join(webDir, 'server/entry.server.js')).href);
    if (!isServerModule(module))
      throw new TypeError('entry.server.js does not export render, listPages and setInstance');
    const { render, listPages, setInstance } = module;
    const inline = await readInline(clientDir, manifest);
    return { manifest, inline, clientDir, render, listPages, setInstance };
  } catch (cause) {
    throw new WebBundleError(`There is no complete build of the web app in ${webDir}`, { cause });
  }
}
