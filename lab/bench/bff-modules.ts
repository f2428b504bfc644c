/** Functions of the BFF, from its sources, that benchmarks call directly. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const sources = resolve(import.meta.dirname, '../../apps/bff/src');

/** The database that the BFF's functions take. Benchmarks only close it. */
export interface LedgerDatabase {
  destroy(): Promise<void>;
}

type Call = (database: LedgerDatabase, ...rest: unknown[]) => Promise<unknown>;

const load = (path: string) => import(pathToFileURL(resolve(sources, path)).href);

/** Loads one function of a module. @throws TypeError if the module does not have it */
async function pick(path: string, name: string): Promise<(...args: unknown[]) => never> {
  const found: unknown = (await load(path))[name];
  if (typeof found !== 'function') throw new TypeError(`${path} has no function ${name}`);
  return found as (...args: unknown[]) => never;
}

/** Loads the functions that write search rows. Leads and orders that were inserted by SQL have none. */
export async function loadSearchWriters() {
  const openDatabase = await pick('platform/database/database.ts', 'openDatabase');
  const writer = async (path: string, name: string) =>
    (await pick(path, name)) as unknown as (
      database: LedgerDatabase,
      ids: readonly string[],
    ) => Promise<void>;
  return {
    openDatabase: openDatabase as (url: string) => LedgerDatabase,
    writeLeadSearch: await writer('leads/ledger/store/lead-search.ts', 'writeLeadSearch'),
    writeOrderSearch: await writer('enrolment/search/order-search.ts', 'writeOrderSearch'),
  };
}

export type LedgerFunctions = Awaited<ReturnType<typeof loadLedgerFunctions>>;

export async function loadLedgerFunctions() {
  const call = async (path: string, name: string) => (await pick(path, name)) as unknown as Call;
  const openDatabase = await pick('platform/database/database.ts', 'openDatabase');
  const createDeliveryResults = await pick('leads/ledger/store/delivery-results.ts', 'createDeliveryResults');
  const createStubProvider = await pick('../testing/checkout/stub-provider.ts', 'createStubProvider');
  return {
    openDatabase: openDatabase as (url: string) => LedgerDatabase,
    takeUpOverdue: await call('leads/ledger/store/overdue.ts', 'takeUpOverdue'),
    takeDeliveryLeases: (await call('leads/ledger/store/leases.ts', 'takeDeliveryLeases')) as (
      database: LedgerDatabase,
      maxLeads: number,
    ) => Promise<{ id: string }[]>,
    createDeliveryResults: createDeliveryResults as (
      database: LedgerDatabase,
      jobs: object,
    ) => (results: object[]) => Promise<number>,
    applyRetention: (await call('leads/ledger/erasure/retention.ts', 'applyRetention')) as (
      database: LedgerDatabase,
      days: number,
      options: { whole: boolean },
    ) => Promise<number>,
    enqueueEnquiryCopies: await call('leads/ledger/enquiry-copies.ts', 'enqueueEnquiryCopies'),
    reconcile: (await pick('enrolment/reconciler/reconcile.ts', 'reconcile')) as (
      deps: object,
    ) => Promise<unknown>,
    eraseOldOrders: (await pick('enrolment/orders/erasure/retention.ts', 'eraseOldOrders')) as (
      deps: object,
    ) => Promise<unknown>,
    createStubProvider: createStubProvider as () => { provider: object },
    operator: {
      listLeads: await call('leads/ledger/lead-queries.ts', 'listLeads'),
      countLeads: await call('leads/ledger/lead-queries.ts', 'countLeads'),
      countUnaccounted: await call('leads/ledger/lead-queries.ts', 'countUnaccounted'),
      oldestUndelivered: await call('leads/ledger/lead-queries.ts', 'oldestUndeliveredSeconds'),
      newestLead: await call('leads/ledger/lead-queries.ts', 'newestLeadAt'),
      leadList: await call('operators/console/leads/lead-lists.ts', 'leadList'),
      todayPage: await call('operators/console/today/today.ts', 'todayPage'),
      listOrders: await call('enrolment/orders/store/order-queries.ts', 'listOrders'),
      searchOrders: await call('enrolment/orders/store/order-queries.ts', 'searchOrders'),
    } as Record<string, Call>,
  };
}
