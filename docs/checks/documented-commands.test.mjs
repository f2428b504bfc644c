// Tests that the commands, files, headings and variables that documents, editor settings and workflows name exist.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { workspacePackages } from '../../tooling/checks/module-graph.mjs';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const filesIn = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...filesIn('docs', '.md'),
  'lab/README.md',
  'apps/upstream/README.md',
  'apps/sandbox/README.md',
];
const others = [...filesIn('.github/workflows', '.yml'), '.vscode/tasks.json', 'lefthook.yml'];

const sourceFiles = globSync('{apps,packages,tooling,deploy,docs,e2e,lab}/**/*.{ts,tsx,mjs,sql}', {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
});

const { scripts } = JSON.parse(read('package.json'));
const packages = workspacePackages(root);
const scriptsOf = (name) =>
  JSON.parse(read(join(packages.get(name)?.folder ?? '.', 'package.json'))).scripts ?? {};

/** Built-in commands of pnpm that the documents mention. */
const pnpmCommands = ['install', 'exec', 'add', 'audit', 'sbom', 'licenses', 'outdated', 'view'];
const programs = new Set(readdirSync(join(root, 'node_modules/.bin')));

/** @returns the error of a mentioned `pnpm …`, or undefined */
function faultOf(words) {
  const [first = '', second = '', third = ''] = words;
  if (first === '--filter')
    return third in scriptsOf(second) ? undefined : `${second} has no script ${third}`;
  if (first === 'lab' && /^[a-z]/.test(second))
    return existsSync(join(root, 'lab', second, 'main.ts'))
      ? undefined
      : `lab/${second}/main.ts does not exist`;
  const known = first in scripts || pnpmCommands.includes(first) || programs.has(first);
  return known ? undefined : `pnpm ${first} does not exist`;
}

/** @returns code spans and code blocks of a Markdown file; the whole text of any other file */
function codeOf(path) {
  const text = read(path);
  if (!path.endsWith('.md')) return [text];
  return [
    ...[...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, code]) => code),
    ...[...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code),
  ];
}

it.each([...documents, ...others])('documents: the commands of %s exist', (path) => {
  const code = codeOf(path).join('\n');
  const pnpm = [...code.matchAll(/\bpnpm ((?:--filter )?[@\w][\w@/:.-]*(?: [\w:-]+)?)/g)]
    .map(([, words]) => faultOf(words.split(' ')))
    .filter(Boolean);
  const npm = [...code.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))\b/g)]
    .map(([, run, own]) => run ?? own)
    .filter((name) => !(name in scripts));
  const programFiles = [...code.matchAll(/\bnode ((?:[\w.-]+\/)+[\w.-]+\.(?:m?[jt]s))/g)]
    .map(([, file]) => file)
    // Bundles exist only after a build. A path in the README of an app may be relative to the app's folder.
    .filter((file) => !/(?:^|\/)dist\//.test(file))
    .filter((file) => ![root, join(root, dirname(path))].some((folder) => existsSync(join(folder, file))));
  expect({ pnpm, npm, programFiles }).toEqual({ pnpm: [], npm: [], programFiles: [] });
});

const programText = [
  '.env.example',
  'docker-compose.yml',
  ...filesIn('deploy', '.sh'),
  ...filesIn('deploy/image', 'start'),
  ...sourceFiles,
]
  .map(read)
  .join('\n');

it.each(documents.filter((path) => path !== 'CHANGELOG.md'))(
  'documents: the code or its settings contain the variables that %s names',
  (path) => {
    const named = codeOf(path).flatMap((code) => code.match(/^[A-Z]+(?:_[A-Z]+)+(?==|$)/g) ?? []);
    expect(named.filter((name) => name !== 'NODE_OPTIONS' && !programText.includes(name))).toEqual([]);
  },
);

/** Anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (path) =>
  [
    ...read(path)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

it.each(documents)('documents: the headings that %s links to exist', (path) => {
  const missing = [...read(path).matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)]
    .map(([, target, anchor]) => [target === '' ? path : join(dirname(path), target), anchor])
    .filter(([target, anchor]) => !anchorsOf(target).includes(anchor));
  expect(missing).toEqual([]);
});

it.each(documents)('documents: the files that %s names exist', (path) => {
  const text = read(path);
  const links = [...text.matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target)
    // Links to /media/ belong to an example post.
    .filter((target) => !target.startsWith('/media/') && !existsSync(join(root, dirname(path), target)));
  const named = codeOf(path)
    .filter((code) => /^(?:apps|packages|tooling|deploy|docs|e2e|lab|patches)\/[\w./@-]+$/.test(code))
    .filter((file) => !/\/(?:dist|results)\b/.test(file) && !existsSync(join(root, file)));
  // A path may lack its first folders.
  const sources = codeOf(path)
    .filter((code) => /^[\w@.-]+\/[\w./@-]+\.(?:tsx?|mjs|sql)$/.test(code) && !/(?:^|\/)dist\//.test(code))
    .filter((file) => !sourceFiles.some((known) => `/${known}`.endsWith(`/${file}`)));
  expect({ links, named, sources }).toEqual({ links: [], named: [], sources: [] });
});

it('documents: the content has the pictures and files that docs/how-to/content.md names', () => {
  const text = read('docs/how-to/content.md');
  const named = [
    ...text.matchAll(/\b((?:blog|courses|certificates|resources|files)\/[\w/-]+\.(?:svg|pdf))/g),
  ];
  expect(named.length).toBeGreaterThan(5);
  const missing = named
    .map(([, file]) => file)
    .filter((file) => !existsSync(join(root, 'apps/upstream/content/media', file)));
  expect(missing).toEqual([]);
});

it('documents: every command of `ops` that is named exists', () => {
  const run = read('apps/bff/src/operators/cli/run.ts');
  const [, table = ''] = /const commands: .* = \{\n([\s\S]*?)\n\};/.exec(run) ?? [];
  const named = [...table.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, name]) => name);
  const commands = [...named, 'doctor'];
  expect(commands.length).toBeGreaterThan(3);
  const unknown = documents.flatMap((path) =>
    [
      ...codeOf(path)
        .join('\n')
        .matchAll(/\bops (?:-- )?(\w[\w-]*)/g),
    ]
      .map(([, verb]) => verb)
      .filter((verb) => !commands.includes(verb))
      .map((verb) => `${path}: ops ${verb}`),
  );
  expect(unknown).toEqual([]);
});
