const server = 'apps/bff/src/';

/**
 * Groups of the server, lowest first, each with its rooms (folders and files), lowest first. A module imports only
 * from its own room and lower ones.
 */
export const serverOrder = {
  platform: [
    'settings',
    'remote',
    'refusal.ts',
    'rendering',
    'csv',
    'database',
    'cache',
    'observability',
    'jobs',
    'http',
    'api-docs',
    'search',
  ],
  partners: ['upstream', 'crm', 'payments', 'smtp', 'virus-scanner'],
  mail: ['calendar', 'outbox', 'bounces', 'consents'],
  integrations: ['webhooks'],
  site: ['catalogue', 'visits', 'pages', 'purge'],
  leads: ['uploads', 'ledger', 'delivery', 'forward', 'acceptance', 'leads.ts'],
  enrolment: [
    'search',
    'coupons',
    'seats',
    'documents',
    'waitlist',
    'orders',
    'statement',
    'pricing',
    'payments',
    'bookings',
    'decisions',
    'reconciler',
    'checkout',
    'batches',
    'receipts',
    'messages',
    'settlements',
  ],
  training: ['classes', 'certificates', 'feedback', 'erasure', 'workers.ts'],
  privacy: ['complaints', 'data-requests'],
  operators: ['audit', 'accounts', 'doctor', 'setup', 'export', 'actions', 'console', 'cli'],
  main: ['preparation.ts', 'state-metrics', 'app.ts', 'services', 'services.ts'],
  'main.ts': [],
};

/** Groups that do not import each other in either direction. */
const separateGroups = [
  ['site', 'leads'],
  ['site', 'enrolment'],
];

/** Groups whose rooms do not import each other. */
const separateRooms = ['partners'];

const groups = Object.keys(serverOrder);

/** @returns group and room of a path below the server, for example ['leads', 'ledger'] */
const placeOf = (path) => path.slice(server.length).split('/').slice(0, 2);

const isListed = ([group, room]) =>
  group in serverOrder && (room === undefined || serverOrder[group].includes(room));

/** Whether two rooms must not import each other in either direction. */
function isSeparate([group, room], [toGroup, toRoom]) {
  if (group === toGroup) return separateRooms.includes(group) && room !== toRoom;
  return separateGroups.some((pair) => pair.includes(group) && pair.includes(toGroup));
}

/**
 * Checks an import against the order. Type imports count too.
 * @param {string} path
 * @param {import('./module-graph.mjs').Edge} edge
 * @returns {string | false} the reason against the import
 */
export function breachOfOrder(path, { target, missing }) {
  if (missing || !path.startsWith(server) || !target?.startsWith(server)) return false;
  const [from, to] = [path, target].map(placeOf);
  for (const [place, file] of [
    [from, path],
    [to, target],
  ])
    if (!isListed(place)) return `${file} is not listed in tooling/checks/server-order.mjs`;
  const [[group, room], [toGroup, toRoom]] = [from, to];
  const isUpward =
    group === toGroup
      ? serverOrder[group].indexOf(toRoom) > serverOrder[group].indexOf(room)
      : groups.indexOf(toGroup) > groups.indexOf(group);
  if (!isUpward && !isSeparate(from, to)) return false;
  return `${from.join('/')} is ${isUpward ? 'below' : 'separate from'} ${to.join('/')}, and imports ${target}`;
}

/** Limits of the structure. */
const maxGroupArrows = 45;
const maxRooms = 20;
const maxRoomArrows = 60;
const maxFiles = 20;
/** Folders that exceed the limit of files and are not divided yet. */
const largerFolders = ['operators/cli'];

/**
 * Measures the server's structure. An arrow is a pair of groups, or of rooms in one group, of which the first imports
 * the second. Each pair counts once. Tests are not counted.
 * @param {Map<string, import('./module-graph.mjs').Module>} graph
 */
export function measureOrder(graph) {
  const groupArrows = new Set();
  const roomArrows = Object.fromEntries(groups.map((group) => [group, new Set()]));
  const files = {};
  for (const { path, edges } of graph.values()) {
    if (!path.startsWith(server) || /\.test\.[jt]sx?$/.test(path)) continue;
    const [group, room] = placeOf(path);
    const folder = path.slice(server.length, path.lastIndexOf('/'));
    files[folder] = (files[folder] ?? 0) + 1;
    for (const { target, missing } of edges) {
      if (missing || !target?.startsWith(server)) continue;
      const [toGroup, toRoom] = placeOf(target);
      if (group !== toGroup) groupArrows.add(`${group} → ${toGroup}`);
      else if (room !== toRoom) roomArrows[group]?.add(`${room} → ${toRoom}`);
    }
  }
  const groupCount = groups.filter((group) => !group.endsWith('.ts')).length;
  return {
    groups: groupCount,
    groupArrows: groupArrows.size,
    roomArrows: Object.fromEntries(
      Object.entries(roomArrows).flatMap(([group, { size }]) => (size > 0 ? [[group, size]] : [])),
    ),
    files,
  };
}

/**
 * @param {ReturnType<typeof measureOrder>} measured
 * @returns {string[]} one sentence for each exceeded limit
 */
export function exceededLimits(measured) {
  const found = [];
  if (measured.groupArrows > maxGroupArrows)
    found.push(
      `${measured.groupArrows} imports between the server's groups, at most ${maxGroupArrows} allowed`,
    );
  for (const group of groups)
    if (serverOrder[group].length > maxRooms)
      found.push(`${serverOrder[group].length} folders and files in ${group}, at most ${maxRooms} allowed`);
  for (const [group, arrows] of Object.entries(measured.roomArrows))
    if (arrows > maxRoomArrows)
      found.push(`${arrows} imports between the folders of ${group}, at most ${maxRoomArrows} allowed`);
  for (const [folder, files] of Object.entries(measured.files))
    if (files > maxFiles && !largerFolders.includes(folder))
      found.push(`${files} files in ${folder}, at most ${maxFiles} allowed`);
  return found;
}
