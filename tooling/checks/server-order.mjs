const server = 'apps/bff/src/';

/**
 * The folders and files of the server, lowest first: each imports only what stands before it. A folder within a
 * folder has a place of its own where it is named here, such as a provider behind its interface.
 */
export const serverOrder = [
  // Settings, and what knows nothing of the product.
  'version.ts',
  'env-fields.ts',
  'env.ts',
  'remote',
  'database',
  'cache',
  'upstream',
  'observability',
  'jobs',
  'preparation.ts',
  'http',
  // What visitors read.
  'catalogue',
  // Other systems by their role, then each provider.
  'crm',
  'crm/zoho',
  'payments',
  'payments/razorpay',
  'payments/configured.ts',
  'mail',
  // Leads and the enrolment desk.
  'leads',
  'coupons',
  'seats',
  'waitlist',
  'invoices',
  'checkout',
  'quotes',
  // What shows or steers the capabilities.
  'pages',
  'purge',
  'api-docs',
  'state-metrics.ts',
  'console',
  'ops',
  // The application, put together.
  'app.ts',
  'services.ts',
  'main.ts',
];

/** @returns the entry of the order that holds a path of the server, or undefined where it has no place */
function placeOf(path) {
  const inner = path.slice(server.length);
  return serverOrder
    .filter((entry) => (entry.endsWith('.ts') ? inner === entry : inner.startsWith(`${entry}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** `Database` names every table, each declared by the folder that owns it: types alone, from these files alone. */
const joinsTables = (path, { target, typeOnly }) =>
  typeOnly && path === `${server}database/database.ts` && target.endsWith('/tables.ts');

/**
 * The rule of the order. Types count as values do: a folder that needs a type from above is handed it by an interface
 * of its own.
 * @param {string} path
 * @param {import('./module-graph.mjs').Edge} edge
 * @returns {string | false} why the import may not be
 */
export function breachOfOrder(path, edge) {
  const { target, missing } = edge;
  if (missing || !path.startsWith(server) || !target?.startsWith(server)) return false;
  const [from, to] = [placeOf(path), placeOf(target)];
  if (from === undefined || to === undefined)
    return `${from === undefined ? path : target} has no place in tooling/checks/server-order.mjs`;
  if (serverOrder.indexOf(to) <= serverOrder.indexOf(from) || joinsTables(path, edge)) return false;
  return `${from} stands below ${to}, and imports ${target}`;
}
