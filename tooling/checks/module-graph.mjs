import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix } from 'node:path';

/**
 * @typedef {object} Edge
 * @property {string} specifier
 * @property {boolean} typeOnly
 * @property {boolean} dynamic
 * @property {string | null} target the path from the root, or null if it is not a file of this repository
 * @property {string | null} library the npm package, or `node:…` for a module of Node
 * @property {boolean} missing whether the imported file does not exist
 *
 * @typedef {{path: string, readsEnvironment: boolean, edges: Edge[]}} Module
 */

const packageGroups = ['apps', 'packages', 'tooling'];
const singlePackages = ['e2e', 'lab'];

/** Workspace packages by name, with folder and exports. */
export function workspacePackages(root) {
  const folders = packageGroups.flatMap((group) =>
    existsSync(join(root, group)) ? readdirSync(join(root, group)).map((name) => `${group}/${name}`) : [],
  );
  const packages = new Map();
  for (const folder of [...folders, ...singlePackages]) {
    const manifest = join(root, folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
    packages.set(name, { folder, exports: typeof exports === 'string' ? { '.': exports } : exports });
  }
  return packages;
}

function exportedFile({ folder, exports }, subpath) {
  for (const [pattern, value] of Object.entries(exports)) {
    const file = typeof value === 'string' ? value : (value.default ?? value.import);
    const [before, after] = pattern.split('*');
    if (after === undefined ? pattern === subpath : subpath.startsWith(before) && subpath.endsWith(after)) {
      const part = after === undefined ? '' : subpath.slice(before.length, subpath.length - after.length);
      return posix.join(folder, file.replaceAll('*', part));
    }
  }
  return posix.join(folder, subpath);
}

const nameOfPackage = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

// Build output is absent in a fresh clone.
const isBuilt = (path) => path.split('/').includes('dist');
const isFile = (path) => existsSync(path) && statSync(path).isFile();

function resolveImport(root, packages, from, specifier) {
  const plain = specifier.split('?')[0];
  const inRepository = (target) => ({
    target,
    library: null,
    missing: !isBuilt(target) && !isFile(join(root, target)),
  });
  if (plain.startsWith('.')) return inRepository(posix.join(dirname(from), plain));
  if (isBuiltin(plain))
    return { target: null, library: `node:${plain.replace(/^node:/, '')}`, missing: false };
  const name = nameOfPackage(plain);
  const own = packages.get(name);
  if (own) return inRepository(exportedFile(own, `.${plain.slice(name.length)}`));
  return { target: null, library: name, missing: false };
}

/**
 * Builds the module graph.
 * @param {string} root
 * @param {import('./source-files.mjs').SourceFile[]} sources
 * @returns {Map<string, Module>}
 */
export function buildGraph(root, sources) {
  const packages = workspacePackages(root);
  return new Map(
    sources.map(({ path, imports, readsEnvironment }) => [
      path,
      {
        path,
        readsEnvironment,
        edges: imports.map((entry) => ({
          ...entry,
          ...resolveImport(root, packages, path, entry.specifier),
        })),
      },
    ]),
  );
}

/**
 * Shortest static import chain from a module to one of the libraries, or null. Ignores types and
 * `import()`.
 */
export function chainToLibrary(graph, from, libraries) {
  const seen = new Set([from]);
  const queue = [[from]];
  for (const chain of queue) {
    const edges = graph.get(chain.at(-1))?.edges ?? [];
    for (const { typeOnly, dynamic, target, library } of edges) {
      if (typeOnly || dynamic) continue;
      if (library && libraries.includes(library)) return [...chain, library];
      if (target && !seen.has(target)) {
        seen.add(target);
        queue.push([...chain, target]);
      }
    }
  }
  return null;
}
