/** Used in the BFF process instead of the web app's server build: renders with Vite's modules. */
import { ESModulesEvaluator, ModuleRunner } from 'vite/module-runner';
import { devServerVariable, modulesPath, type StyleSheet, stylesPath } from './addresses.ts';

interface Page {
  head: string;
  cache: 'public' | 'private';
}

interface ServerEntry {
  setInstance(instance: unknown): void;
  render(path: string, context: unknown): Promise<Page>;
  listPages(context: unknown): Promise<unknown>;
}

const devServer = process.env[devServerVariable] ?? '';

async function ask(path: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(new URL(path, devServer), init);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

const runner = new ModuleRunner(
  { transport: { invoke: async (call) => (await ask(modulesPath, call)) as never }, hmr: false },
  new ESModulesEvaluator(),
);

let instance: unknown;

/** Same as `setInstance` of the web app. */
export function setInstance(next: unknown): void {
  instance = next;
}

/** Re-evaluates only changed modules and their importers. */
async function loadEntry(): Promise<ServerEntry> {
  const entry = (await runner.import('/src/entry.server.tsx')) as ServerEntry;
  entry.setInstance(instance);
  return entry;
}

async function styleElement(): Promise<string> {
  const { id, css } = (await ask(stylesPath)) as StyleSheet;
  return `<style data-vite-dev-id="${id}">${css}</style>`;
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Error page; the next file change reloads it. */
function failurePage(error: unknown) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
  return {
    status: 503,
    head: '<title>The page could not be rendered</title>',
    bodyClass: '',
    html: `<pre style="white-space: pre-wrap; margin: 2rem">${escapeText(text)}</pre>`,
    state: '',
    modules: [],
    cache: 'private',
    noindex: true,
    payment: false,
    reads: [],
  };
}

/** Same as `render` of the web app, but its pages are `private`, so that the BFF does not cache them. */
export async function render(path: string, context: unknown): Promise<unknown> {
  try {
    const entry = await loadEntry();
    const [page, style] = await Promise.all([entry.render(path, context), styleElement()]);
    return { ...page, head: `${style}\n${page.head}`, cache: 'private' };
  } catch (error) {
    return failurePage(error);
  }
}

/** Same as `listPages` of the web app. */
export async function listPages(context: unknown): Promise<unknown> {
  return (await loadEntry()).listPages(context);
}
