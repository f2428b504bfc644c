/** The console's builds: the document with the files of each screen, and the server's rendering. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConsoleRenderer, RenderedScreen } from '@meridian/contracts/console/renderer';
import { z } from 'zod';

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);
type Manifest = z.output<typeof manifestSchema>;

const emptyRoot = '<div id="root"></div>';
const entryModule = 'index.html';
/** Runs the entry once the screen is painted. */
const bootModule = 'src/boot.ts';

export interface ConsoleBundle extends ConsoleRenderer {
  /** @returns the document with a screen in it */
  documentOf(screen: RenderedScreen): string;
}

/** Addresses of modules with all that they import. */
function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const found = new Set<string>();
  const pending = [...modules];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    pending.push(...(manifest[name]?.imports ?? []));
  }
  return [...found].flatMap((name) => manifest[name]?.file ?? []);
}

/** Fetched, not compiled: modules that are preloaded as such are compiled before the list is painted. */
const preloadOf = (address: string, attributes = '') =>
  `<link rel="preload" as="script" crossorigin${attributes} href="${address}">`;

/** JSON that cannot end its script element. */
const jsonForScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

function isRenderer(module: unknown): module is ConsoleRenderer {
  const { render, isRendered } = module as Partial<ConsoleRenderer>;
  return typeof render === 'function' && typeof isRendered === 'function';
}

/** @param webDir folder with `client` and `server` @throws Error if a part is missing */
export async function loadConsoleBundle(webDir: string): Promise<ConsoleBundle> {
  const text = (file: string) => readFile(join(webDir, 'client', file), 'utf8');
  const manifest = manifestSchema.parse(JSON.parse(await text('.vite/manifest.json')));
  const template = await text('index.html');
  const entry = manifest[entryModule]?.file;
  const boot = manifest[bootModule]?.file;
  const [start = '', end] = template.split(emptyRoot);
  const [head = '', body] = start.split('</head>');
  const script = `src="/${entry}"></script>`;
  if (end === undefined || body === undefined || !head.includes(script) || boot === undefined)
    throw new TypeError('The document has no root or no entry');
  const renderedHead = head
    .replaceAll('rel="modulepreload"', 'rel="preload" as="script"')
    .replace(script, `src="/${boot}"></script>\n    ${preloadOf(`/${entry}`, ' id="entry"')}`);
  const module: unknown = await import(pathToFileURL(join(webDir, 'server/entry.server.js')).href);
  if (!isRenderer(module)) throw new TypeError('entry.server.js does not export render and isRendered');
  const { render, isRendered } = module;
  return {
    isRendered,
    render,
    documentOf({ html, answers, modules }) {
      const preloads = filesOf(manifest, modules)
        .map((file) => `/${file}`)
        .filter((address) => !renderedHead.includes(`"${address}"`))
        .map((address) => preloadOf(address));
      return [
        ...[renderedHead, ...preloads, '</head>', body, '<div id="root">', html, '</div>'],
        // Data, which the policy allows: it is never run.
        ...['<script type="application/json" id="answers">', jsonForScript(answers), '</script>', end],
      ].join('');
    },
  };
}
