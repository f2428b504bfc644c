// Writes THIRD-PARTY-NOTICES.md for the code in the bundles: `pnpm notices`.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Build tools that put code into the bundles: Tailwind's base styles, and Vite's loader of chunks. */
const builtIn = ['tailwindcss', 'vite'];

/** Shipped files that belong to no package. */
const files = [
  {
    title: 'Bricolage Grotesque (font), OFL-1.1',
    license: 'packages/ui/src/fonts/OFL-bricolage-grotesque.txt',
  },
  { title: 'Figtree (font), OFL-1.1', license: 'packages/ui/src/fonts/OFL-figtree.txt' },
  { title: 'Lucide (icons), ISC', license: 'packages/ui/src/icons.LICENSE.txt' },
];

const licenseFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const byName = (one, other) => (one.title < other.title ? -1 : 1);

/** Licence and notice texts of a package; empty if it has none. */
function licenseTexts(folder) {
  return (
    readdirSync(folder)
      .filter((name) => licenseFile.test(name) && !/\.[cm]?[jt]s$/.test(name))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n'))
      // A package lists the licences of its own bundled dependencies here. They do not apply to our bundles.
      .map((text) =>
        text
          .split(/^# Licenses of bundled dependencies/m, 1)
          .join('')
          .trim(),
      )
  );
}

/** Production dependencies of the apps, from the lock file. */
function libraries() {
  const scope = ['--filter', './apps/*', '--filter', './packages/*'];
  const listed = execFileSync('pnpm', ['licenses', 'list', '--prod', '--json', ...scope], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return Object.values(JSON.parse(listed))
    .flat()
    .flatMap(({ name, versions, paths, license, author }) =>
      paths.map((path, index) => ({ name, version: versions[index], path, license, author })),
    );
}

function builtInLibraries() {
  return builtIn.map((name) => {
    const path = join(root, 'apps/web/node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    return { name, version, path, license };
  });
}

/** @returns the whole document */
export function notices() {
  const packages = [...libraries(), ...builtInLibraries()].map(
    ({ name, version, path, license, author }) => ({
      title: `${name} ${version}, ${license}`,
      text: licenseTexts(path).join('\n\n') || `Licence: ${license}${author ? `\nAuthor: ${author}` : ''}`,
    }),
  );
  const others = files.map(({ title, license }) => ({
    title,
    text: readFileSync(join(root, license), 'utf8').replaceAll('\r\n', '\n').trim(),
  }));
  const byText = Map.groupBy([...packages, ...others].sort(byName), ({ text }) => text);
  const sections = [...byText].map(([text, entries]) => {
    const titles = [...new Set(entries.map(({ title }) => title))];
    return `## ${titles.join('\n## ')}\n\n~~~text\n${text}\n~~~\n`;
  });
  return [
    '# Third-party notices',
    '',
    'Third-party code that the bundles of the servers and of the site may contain, with its licences.',
    '`pnpm notices` makes this file from the lock file; do not edit it.',
    '',
    ...sections,
  ].join('\n');
}

if (import.meta.main) writeFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), notices());
