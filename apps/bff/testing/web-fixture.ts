/** A small web app build in the real layout, with pages for tests. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { atEnd } from '@meridian/stack/at-end';

const manifest = {
  'src/entry.client.tsx': {
    file: 'assets/entry-1.js',
    src: 'src/entry.client.tsx',
    isEntry: true,
    imports: ['_shared.js'],
    css: ['assets/entry-1.css'],
  },
  'src/script-loader.ts': { file: 'assets/loader-1.js', src: 'src/script-loader.ts', isEntry: true },
  'src/features/analytics/consent.ts': { file: 'assets/consent-1.js', isEntry: true },
  'src/features/analytics/frame.ts': { file: 'assets/frame-1.js', isEntry: true },
  '_shared.js': { file: 'assets/shared-1.js' },
  'src/features/home.tsx': {
    file: 'assets/home-1.js',
    src: 'src/features/home.tsx',
    imports: ['src/entry.client.tsx', '_shared.js', '_list.js'],
    css: ['assets/home-1.css'],
  },
  '_list.js': { file: 'assets/list-1.js', imports: ['_shared.js'] },
  'src/ui/fonts/figtree.woff2': { file: 'assets/figtree-1.woff2' },
};

const server = `
let renders = 0;
export function setInstance() {}
const base = { head: '<title>Test</title>', bodyClass: 'page "home"', state: '{}', modules: ['src/features/home.tsx'],
  cache: 'public', noindex: false, payment: false };
const page = (more) => ({ ...base, status: 200, ...more });
export async function render(path, { read, readAside, publicUrl, sales }) {
  renders += 1;
  if (path === '/sales') return page({ html: 'sales: ' + (sales.isOpen ? 'open' : 'closed') });
  if (path === '/broken') throw new Error('a fault of the page');
  if (path.startsWith('/checkout'))
    return page({ html: 'pay<div id="server-content"></div>', noindex: true, payment: true });
  const long = (version) => JSON.stringify({ version, text: 'state '.repeat(2_000) });
  if (path === '/private')
    return page({ html: 'render ' + renders, state: long(renders), cache: 'private', noindex: true });
  if (path.startsWith('/stateful')) return page({ html: 'the same', state: long(0) });
  if (path === '/minor') {
    const menu = await read('course_category', {}).then(() => 'with menu', () => 'without menu');
    return page({ html: menu + ' render ' + renders });
  }
  if (path === '/aside') {
    await read('header', {});
    const { status } = await readAside('customer_speak', {}).catch(() => ({ status: 'none' }));
    return page({ html: 'voices ' + status });
  }
  const [, first, slug] = path.split('/');
  try {
    const answer = slug ? await read('course_details', { seo_slug: slug }) : await read('header', {});
    if (answer.missing) return page({ status: 404, html: 'missing', noindex: true });
    if (answer.status !== 1) return page({ status: 503, html: 'Failed to load content', cache: 'private', noindex: true });
    const text = answer.data.name ?? answer.data.discount_text;
    return page({ html: '<h1>' + first + '</h1>' + text + ' render ' + renders + 'x'.repeat(3000) });
  } catch {
    return page({ status: 503, html: 'Fetch error', cache: 'private', noindex: true });
  }
}
export async function listPages({ read }) {
  const { data } = await read('cat_course', {});
  return [{ path: '/' }, ...data.map((course) => ({ path: '/' + course.category_seo_slug + '/' + course.seo_slug }))];
}
`;

const files: Record<string, string> = {
  'client/.vite/manifest.json': JSON.stringify(manifest),
  'client/assets/entry-1.js': `console.log("entry");${' '.repeat(2_000)}`,
  'client/assets/entry-1.css': 'body{margin:0}',
  'client/assets/home-1.css': 'h1{margin:1em}',
  'client/assets/loader-1.js': 'load();\n',
  'client/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'server/entry.server.js': server,
  'server/package.json': '{"type":"module"}',
};

/** A temporary folder, removed after the last test. */
export async function useFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'bff-test-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** @returns the folder with `client` and `server` */
export async function useWebFixture(): Promise<string> {
  const dir = await useFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
    // Compresses the file, as the web app's build does.
    if (text.length > 1_000 && name.startsWith('client/assets/')) {
      await writeFile(join(dir, `${name}.br`), brotliCompressSync(text));
      await writeFile(join(dir, `${name}.gz`), gzipSync(text));
    }
  }
  return dir;
}
