const server = 'apps/bff/src/';

/**
 * Folders and files of the server, lowest first: each imports only from entries before it. A listed
 * subfolder has its own place, such as a provider after its interface.
 */
export const serverOrder = [
  // Settings and infrastructure.
  'version.ts',
  'env',
  'env.ts',
  'remote',
  'database',
  'cache',
  'upstream',
  'observability',
  'jobs',
  'preparation.ts',
  'http',
  // Content.
  'catalogue',
  // Interfaces to other systems, then each provider.
  'crm',
  'crm/zoho',
  'payments',
  'payments/razorpay',
  'payments/configured.ts',
  'mail',
  // Leads and the enrolment desk.
  'consents',
  'search',
  'leads',
  'coupons',
  'seats',
  'waitlist',
  'invoices',
  'checkout',
  'reconciliation',
  'self-service',
  'complaints',
  'personal-data',
  'quotes',
  'visits',
  // Pages, administration, API description.
  'pages',
  'purge',
  'api-docs',
  'state-metrics',
  'console',
  'ops',
  // Composition root.
  'app.ts',
  'services',
  'services.ts',
  'main.ts',
];

/** @returns the entry that contains a path, or undefined */
function placeOf(path) {
  const inner = path.slice(server.length);
  return serverOrder
    .filter((entry) => (entry.endsWith('.ts') ? inner === entry : inner.startsWith(`${entry}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** `Database` combines the table types that each folder declares: type imports only. */
const joinsTables = (path, { target, typeOnly }) =>
  typeOnly && path === `${server}database/database.ts` && target.endsWith('/tables.ts');

/**
 * Checks an import against the order. Types count too: a folder that needs a type from above declares an
 * interface.
 * @param {string} path
 * @param {import('./module-graph.mjs').Edge} edge
 * @returns {string | false} the reason against the import
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
