import { chainToLibrary } from './module-graph.mjs';
import { breachOfOrder } from './server-order.mjs';

/** @typedef {{rule: string, path: string, detail: string}} Violation */

const isTest = (path) =>
  /\.test\.[jt]sx?$|(?:^|\/)(?:test|testing|fixtures)\/|\/(?:testing|test-[^/]+)\.tsx?$/.test(path);
const isConfig = (path) => /\.config\.[cm]?[jt]s$/.test(path);
const workspaceOf = (path) => path.match(/^(?:apps|packages|tooling)\/[^/]+|^(?:e2e|lab)/)?.[0] ?? '';
const web = 'apps/web/src/';
const featureOf = (path) => path.match(/^apps\/web\/src\/features\/([^/]+)\//)?.[1];

// First load: the entry, the route's screen and their static imports.
const isFirstLoad = (path) =>
  path === `${web}entry.client.tsx` || (path.startsWith(web) && /-screen\.tsx$/.test(path));
const lazyLibraries = ['zod', 'react-hook-form', '@hookform/resolvers', 'react-toastify'];
const withoutZod = ['calls', 'site/instance', 'enrolment/pricing', 'leads/campaign-parameters'].map(
  (name) => `packages/contracts/src/${name}.ts`,
);

/** Folders of the console, lowest first. A folder imports only itself and lower ones, and a feature no other feature. */
const consoleOrder = ['api', 'session', 'parts', 'features', 'app'];
/** @returns the first two folders of a path below the console's sources; undefined for other paths */
const consoleFolders = (path) => path.match(/^apps\/console\/src\/([^/]+)\/([^/]+)/)?.slice(1);

const operators = 'apps/bff/src/operators/';
/**
 * Modules that may write entries of the audit log: actions, accounts with their sign-in, and the console's reads
 * and exports.
 */
const auditors = [
  'actions/execute.ts',
  'accounts/',
  'console/server/serve-call.ts',
  'console/sign-in/record-start.ts',
  'export/',
];

/** Rules for one import. Each returns the reason against the import, or a falsy value. Type imports count. */
const importRules = {
  'imported files exist': (_, { missing, target }) => missing && `${target} does not exist`,

  'the site’s ui folder imports no other folder of the site': (path, { target }) =>
    path.startsWith(`${web}ui/`) &&
    target?.startsWith(web) &&
    !target.startsWith(`${web}ui/`) &&
    `ui imports ${target}`,

  'packages/ui imports no app, router or store': (path, { target, library }) => {
    if (workspaceOf(path) !== 'packages/ui' || isTest(path)) return false;
    if (target && workspaceOf(target) !== 'packages/ui' && target !== 'packages/contracts/src/india-time.ts')
      return `imports ${target}`;
    return (
      /^(?:react-router|react-redux|@reduxjs\/toolkit|ky|zod)$/.test(library ?? '') && `imports ${library}`
    );
  },

  'features do not import the app': (path, { target }) =>
    featureOf(path) && target?.startsWith(`${web}app/`) && `feature "${featureOf(path)}" imports ${target}`,

  'api and routing do not import features or the app': (path, { target }) =>
    /^apps\/web\/src\/(?:api|routing)\//.test(path) &&
    /^apps\/web\/src\/(?:app|features)\//.test(target ?? '') &&
    `imports ${target}`,

  'features are imported only through public.ts': (path, { target }) => {
    const other = featureOf(target ?? '');
    if (!other || other === featureOf(path) || !path.startsWith(web) || isTest(path)) return false;
    // The app's tables of routes, metadata and queries import only these files of a feature.
    if (path.startsWith(`${web}app/`) && /\/features\/[^/]+\/(?:routes|heads|queries)\.ts$/.test(target))
      return false;
    return (
      !/\/features\/[^/]+\/public\.tsx?$/.test(target) && `${target} is not the public file of "${other}"`
    );
  },

  'a folder of the console imports only lower folders': (path, { target }) => {
    const [from, to] = [path, target ?? ''].map(consoleFolders);
    if (!from || !to || isTest(path)) return false;
    if (consoleOrder.indexOf(to[0]) > consoleOrder.indexOf(from[0])) return `imports ${target}`;
    return from[0] === 'features' && to[0] === 'features' && from[1] !== to[1] && `imports ${target}`;
  },

  'only certain modules write the audit log': (path, { target }) =>
    target === `${operators}audit/record-entry.ts` &&
    !isTest(path) &&
    !auditors.some((place) => path.startsWith(operators + place)) &&
    'writes entries of the audit log: use an action, or `call.recordRead` for a read',

  'contracts import only zod': (path, { target, library }) => {
    if (!path.startsWith('packages/contracts/') || isTest(path) || isConfig(path)) return false;
    if (target && workspaceOf(target) !== 'packages/contracts') return `imports ${target}`;
    return library && library !== 'zod' && `imports ${library}`;
  },

  'apps do not import each other': (path, { target }) => {
    const [from, to] = [workspaceOf(path), workspaceOf(target ?? '')];
    if (!from.startsWith('apps/') || !to.startsWith('apps/') || from === to) return false;
    // The BFF imports the page renderer from the web app's build.
    if (from === 'apps/bff' && target.startsWith('apps/web/dist/')) return false;
    // The BFF's tests run against the real upstream and sandbox.
    if (from === 'apps/bff' && isTest(path) && ['apps/upstream', 'apps/sandbox'].includes(to)) return false;
    return `imports ${target}`;
  },

  'a folder of the server imports only lower folders': (path, edge) =>
    !isTest(path) && breachOfOrder(path, edge),

  'the product does not import its tools': (path, { target }) =>
    /^(?:apps|packages)\//.test(path) &&
    !isTest(path) &&
    !isConfig(path) &&
    /^(?:tooling|e2e|lab)\//.test(target ?? '') &&
    `imports ${target}`,
};

const mayReadEnvironment = (path) =>
  isTest(path) ||
  isConfig(path) ||
  /^(?:tooling|e2e|lab)\//.test(path) ||
  /^apps\/[^/]+\/(?:src\/(?:platform\/settings\/)?env\.ts$|src\/(?:.*\/)?main\.ts$)/.test(path);

function reachRules(graph, { path }) {
  const violations = [];
  if (withoutZod.includes(path)) {
    const chain = chainToLibrary(graph, path, ['zod']);
    if (chain)
      violations.push({
        rule: 'contracts for the browser do not import zod',
        path,
        detail: chain.join(' → '),
      });
  }
  if (isFirstLoad(path)) {
    const chain = chainToLibrary(graph, path, lazyLibraries);
    if (chain)
      violations.push({
        rule: 'the first load imports no lazily loaded library',
        path,
        detail: chain.join(' → '),
      });
  }
  return violations;
}

/**
 * All violations of the import rules.
 * @param {Map<string, import('./module-graph.mjs').Module>} graph
 * @returns {Violation[]}
 */
export function findViolations(graph) {
  return [...graph.values()].flatMap((module) => {
    const { path, edges, readsEnvironment } = module;
    const imports = edges.flatMap((edge) =>
      Object.entries(importRules).flatMap(([rule, breach]) => {
        const detail = breach(path, edge);
        return detail ? [{ rule, path, detail }] : [];
      }),
    );
    const environment =
      readsEnvironment && !mayReadEnvironment(path)
        ? [{ rule: 'process.env is read in env.ts and main.ts', path, detail: 'reads process.env' }]
        : [];
    return [...imports, ...environment, ...reachRules(graph, module)];
  });
}

/** @returns signs that files were not read: a result without violations would then prove nothing */
export function findGaps(graph, workspaces) {
  const modules = [...graph.values()];
  const imports = modules.reduce((sum, { edges }) => sum + edges.length, 0);
  const gaps = workspaces
    .filter((folder) => !modules.some(({ path }) => path.startsWith(`${folder}/`)))
    .map((folder) => `no module of ${folder} was read`);
  const contracts = withoutZod
    .filter((path) => !graph.has(path))
    .map((path) => `${path} is named by a rule but does not exist`);
  // A broken parser finds no imports; real modules without imports are few.
  const few =
    imports < modules.length
      ? [`${modules.length} modules with only ${imports} imports: they were not understood`]
      : [];
  return [...gaps, ...contracts, ...few];
}
