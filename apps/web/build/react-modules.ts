/** Converts React's CommonJS files to ES modules, for the client build. */
import type { Plugin } from 'vite';

/** The packages published in this form: an index that requires a file of `cjs/`, which sets `exports`. */
const reactFile =
  /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store)\/(?:cjs\/[\w.-]+\.production|[\w-]+)\.js$/;
const productionFile = /module\.exports = require\('(\.\/cjs\/[\w.-]+\.production\.js)'\)/;
/** A declaration of required packages only. */
const requiring = /^var (?:\s*\w+ = require\("[\w/-]+"\)[,;])+/gm;
const required = /(\w+) = require\("([\w/-]+)"\)/g;
/** The start of an export statement. */
const exportStatement = /^exports\.(\w+) =/gm;
const anyExport = /\bexports\.(\w+)/g;

function matchesOf(code: string, pattern: RegExp): string[] {
  return [...new Set([...code.matchAll(pattern)].map(([, name = '']) => name))];
}

/**
 * @param code text of a file of React's packages
 * @returns the code as an ES module; undefined if the file has another form
 */
export function toModule(code: string): string | undefined {
  const [, file] = productionFile.exec(code) ?? [];
  if (file) return `export * from '${file}';\nexport { default } from '${file}';\n`;
  const body = code.replace(requiring, (declaration) =>
    declaration.replace(/^var|[,;]/g, '').replace(required, "import * as $1 from '$2';"),
  );
  const names = matchesOf(body, anyExport);
  if (names.length === 0 || /\bmodule\.exports\b|\brequire\(/.test(body)) return undefined;

  // A file that reads its own exports needs them as an object.
  const isPlain = [...body.matchAll(anyExport)].length === [...body.matchAll(exportStatement)].length;
  return [
    ...(isPlain
      ? [body.replace(exportStatement, 'const export$$$1 =')]
      : ['const exports = {};', body, ...names.map((name) => `const export$${name} = exports.${name};`)]),
    `export { ${names.map((name) => `export$${name} as ${name}`).join(', ')} };`,
    `const all = { ${names.map((name) => `${name}: export$${name}`).join(', ')} };`,
    'export { all as default };\n',
  ].join('\n');
}

/**
 * Bundlers wrap a CommonJS file in a function. The browser then parses all of React DOM twice, the second time in the
 * task that runs it; an ES module is parsed once, while it is downloaded.
 */
export function reactModules(): Plugin {
  return {
    name: 'react-modules',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: {
      filter: { id: reactFile },
      handler(code) {
        const module = toModule(code);
        return module === undefined ? undefined : { code: module, map: null };
      },
    },
  };
}
