// `pnpm docs:site` builds docs/site/dist: the documents as a site with a search.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const titleOf = (file) => /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? file;

/** Pages of a folder of `docs`, in the order of their file names. */
const pagesOf = (folder) =>
  readdirSync(join(root, 'docs', folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => ({
      text: titleOf(`docs/${folder}/${name}`),
      link: `/docs/${folder}/${name.slice(0, -'.md'.length)}`,
    }));

const sections = {
  'How-to': 'how-to',
  Reference: 'reference',
  Explanation: 'explanation',
  Alerts: 'alerts',
  Cases: 'cases',
  Decisions: 'decisions',
};

export default {
  title: 'meridian',
  lang: 'en-IN',
  cleanUrls: true,
  srcDir: '../..',
  srcExclude: ['apps/**', 'packages/**', 'e2e/**', 'tooling/**', '.github/**', 'node_modules/**'],
  outDir: './dist',
  cacheDir: './cache',
  rewrites: (id) => id.replace(/(^|\/)README\.md$/, '$1index.md'),
  // The links of all documents are checked by a test.
  ignoreDeadLinks: true,
  markdown: {
    config: (md) => {
      const render = md.normalizeLink;
      md.normalizeLink = (url) => render(url.replace(/(^|\/)README\.md(?=$|#)/, '$1index.md'));
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'All documents', link: '/docs/' },
          { text: 'Get started', link: '/docs/get-started' },
          { text: 'Go live', link: '/docs/go-live' },
        ],
      },
      ...Object.entries(sections).map(([text, folder]) => ({
        text,
        collapsed: true,
        items: pagesOf(folder),
      })),
    ],
  },
};
