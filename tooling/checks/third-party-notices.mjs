// Writes THIRD-PARTY-NOTICES.md: what the servers' and the site's bundles hold, with its licences. `--check` only looks.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const fileName = 'THIRD-PARTY-NOTICES.md';

/** Tools whose own code reaches the bundles: base styles, and the helper that loads chunks. */
const builtIn = ['tailwindcss', 'vite'];

/** What is shipped and comes from no package. */
const files = [
  {
    title: 'Bricolage Grotesque (font), OFL-1.1',
    license: 'packages/ui/src/fonts/OFL-bricolage-grotesque.txt',
  },
  { title: 'Figtree (font), OFL-1.1', license: 'packages/ui/src/fonts/OFL-figtree.txt' },
];

const licenseFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const byName = (one, other) => (one.title < other.title ? -1 : 1);

/** The texts of a package's licence and notice files, or nothing where it carries none. */
function licenseTexts(folder) {
  return (
    readdirSync(folder)
      .filter((name) => licenseFile.test(name) && !/\.[cm]?[jt]s$/.test(name))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n'))
      // What such a package bundles for itself does not reach ours.
      .map((text) =>
        text
          .split(/^# Licenses of bundled dependencies/m, 1)
          .join('')
          .trim(),
      )
  );
}

/** Libraries that the apps depend on, as pnpm finds them by the lock file. */
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
    'What the bundles of the servers and of the site may hold, and its licences. Made from the lock file by',
    '`pnpm notices`; do not edit.',
    '',
    ...sections,
  ].join('\n');
}

/** The libraries that the committed document names and those that it should name, where they differ. */
export function outdatedNotices() {
  const titles = (text) => {
    const withoutTexts = text.replace(/^~~~text\n[\s\S]*?^~~~$/gm, '');
    return [...withoutTexts.matchAll(/^## (.*)$/gm)].map(([, title]) => title).sort();
  };
  const path = join(root, fileName);
  const committed = new Set(titles(existsSync(path) ? readFileSync(path, 'utf8') : ''));
  const needed = new Set(titles(notices()));
  return {
    missing: [...needed.difference(committed)],
    surplus: [...committed.difference(needed)],
  };
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const { missing, surplus } = outdatedNotices();
    for (const title of missing) console.error(`not named: ${title}`);
    for (const title of surplus) console.error(`no longer shipped: ${title}`);
    process.exitCode = missing.length + surplus.length > 0 ? 1 : 0;
  } else {
    writeFileSync(join(root, fileName), notices());
  }
}
