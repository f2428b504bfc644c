import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * @typedef {object} Import
 * @property {string} specifier the text between the quotes
 * @property {boolean} typeOnly removed with the types
 * @property {boolean} dynamic loaded with `import()` or `require()`
 *
 * @typedef {object} SourceFile
 * @property {string} path from the root of the repository
 * @property {Import[]} imports
 * @property {boolean} readsEnvironment mentions `process.env`
 */

const sourceRoots = ['apps', 'packages', 'tooling', 'e2e', 'lab'];
const skippedFolders = new Set([
  'node_modules',
  'dist',
  'content',
  'public',
  '.turbo',
  'results',
  'test-results',
]);
const sourceName = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Source files below the code folders, relative to `root`. */
function listSourceFiles(root) {
  const files = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) walk(path);
      else if (entry.isFile() && sourceName.test(entry.name)) files.push(relative(root, path));
    }
  };
  for (const folder of sourceRoots) if (existsSync(join(root, folder))) walk(join(root, folder));
  return files.sort();
}

const allTypes = (entries) => entries.length > 0 && entries.every((entry) => entry.isType);

function staticImports(module) {
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: allTypes(entries),
    dynamic: false,
  }));
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries
      .filter((entry) => entry.moduleRequest)
      .map((entry) => ({ specifier: entry.moduleRequest.value, typeOnly: entry.isType, dynamic: false })),
  );
  return [...imports, ...exports];
}

const isProcess = (node) => node.type === 'Identifier' && node.name === 'process';
const nameOf = (node) => (node.type === 'Literal' ? node.value : node.name);

/**
 * Parses a file's imports: import and export declarations, `import()`, `require()` and type
 * `import('…').Name`.
 * @param {string} path its extension selects the language
 * @param {string} text
 * @returns {SourceFile}
 * @throws {SyntaxError} if the text cannot be parsed, because the file must not count as free of violations
 */
export function parseSource(path, text) {
  const { module, program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const imports = staticImports(module);
  let readsEnvironment = false;
  const add = (source, kind) => {
    if (typeof source?.value === 'string')
      imports.push({ specifier: source.value, typeOnly: false, dynamic: false, ...kind });
  };
  new Visitor({
    ImportExpression: (node) => add(node.source, { dynamic: true }),
    TSImportType: (node) => add(node.source, { typeOnly: true }),
    TSExternalModuleReference: (node) => add(node.expression, {}),
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') add(node.arguments[0], {});
    },
    MemberExpression(node) {
      if (isProcess(node.object) && nameOf(node.property) === 'env') readsEnvironment = true;
    },
    VariableDeclarator(node) {
      const taken = node.id.type === 'ObjectPattern' ? node.id.properties : [];
      if (node.init && isProcess(node.init) && taken.some(({ key }) => key && nameOf(key) === 'env'))
        readsEnvironment = true;
    },
    ImportDeclaration(node) {
      if (!/^(?:node:)?process$/.test(node.source.value)) return;
      if (node.specifiers.some(({ imported }) => imported && nameOf(imported) === 'env'))
        readsEnvironment = true;
    },
  }).visit(program);
  return { path, imports, readsEnvironment };
}

/** Parses every source file below `root`. */
export function readSources(root) {
  return listSourceFiles(root).map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}
