import { describe, expect, it } from 'vitest';
import { findGaps, findViolations } from './rules.mjs';
import { parseSource } from './source-files.mjs';

const edge = (change) => ({
  specifier: '',
  typeOnly: false,
  dynamic: false,
  target: null,
  library: null,
  missing: false,
  ...change,
});

/** @param modules imports of each path: a name with an extension is a file, another name is a library */
function graphOf(modules) {
  return new Map(
    Object.entries(modules).map(([path, imports]) => [
      path,
      {
        path,
        readsEnvironment: false,
        edges: imports.map((name) =>
          typeof name === 'string'
            ? edge(/\.\w+$/.test(name) ? { target: name } : { library: name })
            : edge(name),
        ),
      },
    ]),
  );
}

const rulesBroken = (modules) => findViolations(graphOf(modules)).map(({ rule }) => rule);
const web = 'apps/web/src';

describe('parseSource', () => {
  it.each([
    ["import { a } from './a.ts';", { specifier: './a.ts', typeOnly: false, dynamic: false }],
    ["import './a.css';", { specifier: './a.css', typeOnly: false, dynamic: false }],
    ["import type { A } from './a.ts';", { specifier: './a.ts', typeOnly: true, dynamic: false }],
    ["import { type A } from './a.ts';", { specifier: './a.ts', typeOnly: true, dynamic: false }],
    ["import { type A, b } from './a.ts';", { specifier: './a.ts', typeOnly: false, dynamic: false }],
    ["export { a } from './a.ts';", { specifier: './a.ts', typeOnly: false, dynamic: false }],
    ["export type { A } from './a.ts';", { specifier: './a.ts', typeOnly: true, dynamic: false }],
    ["export * from './a.ts';", { specifier: './a.ts', typeOnly: false, dynamic: false }],
    ["const load = () => import('./a.ts');", { specifier: './a.ts', typeOnly: false, dynamic: true }],
    ["let a: import('./a.ts').A;", { specifier: './a.ts', typeOnly: true, dynamic: false }],
    ["const a = require('./a.cjs');", { specifier: './a.cjs', typeOnly: false, dynamic: false }],
  ])('reads %s', (text, expected) => {
    expect(parseSource('x.ts', text).imports).toEqual([expected]);
  });

  it.each([
    ['const port = process.env.PORT;', true],
    ["const port = process['env'].PORT;", true],
    ['const { env } = process;', true],
    ["import { env } from 'node:process';", true],
    ['const dev = import.meta.env.DEV;', false],
    ['const text = "process.env";', false],
  ])('in %s the environment is read: %s', (text, reads) => {
    expect(parseSource('x.ts', text).readsEnvironment).toBe(reads);
  });

  it('parses TypeScript and JSX', () => {
    const text = "import { A } from './a.tsx';\nconst x = <A<string> name={'y' satisfies string} />;";
    expect(parseSource('x.tsx', text).imports).toHaveLength(1);
  });

  it('throws an error for a file that it cannot parse', () => {
    expect(() => parseSource('x.ts', 'import { from')).toThrow(SyntaxError);
  });
});

describe('directions', () => {
  it.each([
    [
      `${web}/ui/link.tsx`,
      `${web}/features/leads/public.ts`,
      'the site’s ui folder imports no other folder of the site',
    ],
    [`${web}/ui/link.tsx`, `${web}/app/app.tsx`, 'the site’s ui folder imports no other folder of the site'],
    [`${web}/features/home/home.tsx`, `${web}/app/app.tsx`, 'features do not import the app'],
    [
      `${web}/features/home/home.tsx`,
      `${web}/features/leads/form.tsx`,
      'features are imported only through public.ts',
    ],
    [`${web}/app/app.tsx`, `${web}/features/leads/form.tsx`, 'features are imported only through public.ts'],
    [
      `${web}/api/api.ts`,
      `${web}/features/leads/public.ts`,
      'api and routing do not import features or the app',
    ],
    [
      'apps/console/src/api/api.ts',
      'apps/console/src/parts/act.tsx',
      'a folder of the console imports only lower folders',
    ],
    [
      'apps/console/src/features/orders/a.tsx',
      'apps/console/src/features/leads/b.tsx',
      'a folder of the console imports only lower folders',
    ],
    ['packages/contracts/src/calls.ts', 'apps/bff/src/platform/settings/env.ts', 'contracts import only zod'],
    ['packages/contracts/src/blog.ts', 'lodash', 'contracts import only zod'],
    [
      'apps/bff/src/operators/actions/coupons.ts',
      'apps/bff/src/operators/audit/record-entry.ts',
      'only certain modules write the audit log',
    ],
    ['packages/ui/src/button.tsx', `${web}/ui/link.tsx`, 'packages/ui imports no app, router or store'],
    ['packages/ui/src/button.tsx', 'react-router', 'packages/ui imports no app, router or store'],
    [
      'packages/ui/src/dates.ts',
      'packages/contracts/src/calls.ts',
      'packages/ui imports no app, router or store',
    ],
    ['apps/web/src/api/api.ts', 'apps/bff/src/main/app.ts', 'apps do not import each other'],
    ['apps/bff/src/main/app.ts', 'apps/upstream/src/app.ts', 'apps do not import each other'],
    ['apps/sandbox/src/app.test.ts', 'apps/bff/src/main/app.ts', 'apps do not import each other'],
    ['apps/bff/src/main/app.ts', 'tooling/stack/src/stack.ts', 'the product does not import its tools'],
  ])('%s may not import %s', (from, to, rule) => {
    expect(rulesBroken({ [from]: [to] })).toEqual([rule]);
  });

  it.each([
    [`${web}/ui/button-link.tsx`, `${web}/ui/link.tsx`],
    [`${web}/ui/button-link.tsx`, 'packages/ui/src/button.tsx'],
    ['packages/ui/src/dates.ts', 'packages/contracts/src/india-time.ts'],
    [`${web}/features/home/home.tsx`, `${web}/features/leads/public.ts`],
    [`${web}/features/home/home.tsx`, `${web}/features/home/banner.tsx`],
    [`${web}/features/home/home.tsx`, `${web}/api/api.ts`],
    ['apps/console/src/app/app.tsx', 'apps/console/src/features/orders/a.tsx'],
    ['apps/console/src/features/orders/a.tsx', 'apps/console/src/features/orders/b.tsx'],
    [`${web}/app/app.tsx`, `${web}/features/leads/public.ts`],
    [`${web}/app/heads.ts`, `${web}/features/home/heads.ts`],
    [`${web}/app/queries.ts`, `${web}/features/home/queries.ts`],
    ['packages/contracts/src/blog.ts', 'zod'],
    ['packages/contracts/src/blog.test.ts', 'vitest'],
    ['apps/bff/src/main/app.test.ts', 'apps/upstream/src/app.ts'],
    ['apps/bff/src/main/app.test.ts', 'tooling/stack/src/test-database.ts'],
    ['apps/upstream/src/test-upstream.ts', 'tooling/stack/src/test-database.ts'],
    ['apps/bff/src/site/pages/render.ts', 'apps/web/dist/server/entry.server.js'],
  ])('%s may import %s', (from, to) => {
    expect(rulesBroken({ [from]: [to] })).toEqual([]);
  });

  it('applies to type imports', () => {
    const target = `${web}/app/app.tsx`;
    expect(rulesBroken({ [`${web}/features/home/home.tsx`]: [{ target, typeOnly: true }] })).toHaveLength(1);
  });

  it('reports an import of a missing file', () => {
    expect(
      rulesBroken({ 'apps/bff/src/main/app.ts': [{ target: 'apps/bff/src/main/gone.ts', missing: true }] }),
    ).toEqual(['imported files exist']);
  });
});

describe('what the browser loads', () => {
  const schemas = { 'packages/contracts/src/blog.ts': ['zod'] };

  it('finds zod in modules that are imported indirectly', () => {
    const modules = { ...schemas, 'packages/contracts/src/calls.ts': ['packages/contracts/src/blog.ts'] };
    expect(rulesBroken(modules)).toEqual(['contracts for the browser do not import zod']);
  });

  it.each([`${web}/entry.client.tsx`, `${web}/features/home/home-screen.tsx`])(
    'keeps zod out of %s',
    (path) => {
      expect(rulesBroken({ ...schemas, [path]: ['packages/contracts/src/blog.ts'] })).toEqual([
        'the first load imports no lazily loaded library',
      ]);
    },
  );

  it('allows type imports and lazy chunks', () => {
    const target = 'packages/contracts/src/blog.ts';
    const screen = [
      { target, typeOnly: true },
      { target: `${web}/features/leads/form.tsx`, dynamic: true },
    ];
    const modules = {
      ...schemas,
      [`${web}/features/leads/home-screen.tsx`]: screen,
      [`${web}/features/leads/form.tsx`]: [target],
    };
    expect(rulesBroken(modules)).toEqual([]);
  });
});

describe('process.env', () => {
  it.each([
    ['apps/bff/src/platform/settings/env.ts', 0],
    ['apps/bff/src/main.ts', 0],
    ['apps/bff/src/operators/cli/main.ts', 0],
    ['apps/bff/src/main/app.ts', 1],
    ['apps/bff/src/leads/env.ts', 1],
    ['packages/contracts/src/envelope.ts', 1],
    ['tooling/stack/src/main.ts', 0],
  ])('in %s: %i breaches', (path, count) => {
    const graph = new Map([[path, { path, readsEnvironment: true, edges: [] }]]);
    expect(findViolations(graph)).toHaveLength(count);
  });
});

describe('findGaps', () => {
  const contracts = ['calls', 'site/instance', 'enrolment/pricing', 'leads/campaign-parameters'].map(
    (name) => [`packages/contracts/src/${name}.ts`, ['zod']],
  );

  it('reports nothing if modules of each package were read', () => {
    expect(findGaps(graphOf(Object.fromEntries(contracts)), ['packages/contracts'])).toEqual([]);
  });

  it('reports a package without modules, a missing file that a rule names, and files without imports', () => {
    const gaps = findGaps(
      graphOf({
        'packages/contracts/src/calls.ts': [],
        'packages/contracts/src/site/instance.ts': [],
      }),
      ['apps/bff'],
    );
    expect(gaps).toEqual([
      expect.stringContaining('apps/bff'),
      expect.stringContaining('enrolment/pricing.ts'),
      expect.stringContaining('leads/campaign-parameters.ts'),
      expect.stringContaining('2 modules with only 0 imports'),
    ]);
  });
});
