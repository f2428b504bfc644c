/** Work on a ledger that is measured: scheduled jobs, and operators' queries. */
import type { LedgerDatabase, LedgerFunctions } from './bff-modules.ts';
import { addLeads, type Ledger, settle } from './ledger-state.ts';
import { median } from './statistics.ts';

/** Number of leads in one measurement of scheduled jobs. */
const workedLeads = 1_000;
const queriesOfMeasurement = 5;

const noJobs = { enqueue: async () => undefined };
const silent = { info() {}, warn() {}, error() {} };

/** If the BFF aborts a statement at its deadline, the time until then counts. */
const isDeadline = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'DATABASE_UNAVAILABLE';

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  try {
    await work();
  } catch (error) {
    if (!isDeadline(error)) throw error;
  }
  return performance.now() - startedAt;
}

const hour = 60 * 60;
const day = 24 * hour;

/**
 * Makes 1,000 leads due, and no others. They are five hours old: the other jobs read the leads of the last hours one by
 * one, and must not read these.
 */
async function addDue({ client }: Ledger): Promise<void> {
  await settle(client);
  await addLeads(client, { count: workedLeads, state: 'pending', ageSeconds: 5 * hour });
}

/** Scheduled jobs on the same number of leads in either ledger, in ms. */
export function clockWork(bff: LedgerFunctions): Record<string, (ledger: Ledger) => Promise<number>> {
  const { provider } = bff.createStubProvider();
  const checkout = (database: LedgerDatabase) => ({
    database,
    jobs: noJobs,
    provider,
    log: silent,
    now: () => new Date(),
    retentionDays: 3_650,
    settings: { seatHoldMs: 900_000, upstreamBookingChanges: false },
  });
  return {
    async 'sweeper, 1,000 overdue leads'(ledger) {
      await addDue(ledger);
      return timed(() => bff.takeUpOverdue(ledger.database, noJobs));
    },
    async 'delivery, leases and results of 1,000 leads'(ledger) {
      await addDue(ledger);
      const { database } = ledger;
      const write = bff.createDeliveryResults(database, noJobs);
      return timed(async () => {
        for (;;) {
          const leads = await bff.takeDeliveryLeases(database, 100);
          if (leads.length === 0) return;
          await write(leads.map(({ id }) => ({ id, kind: 'crm_delivered', crmId: id })));
        }
      });
    },
    async 'retention, erasure of 1,000 leads'({ database, client }) {
      await addLeads(client, { count: workedLeads, state: 'delivered', ageSeconds: 400 * day });
      return timed(() => bff.applyRetention(database, 380, { whole: false }));
    },
    'retention of orders, none due': ({ database }) => timed(() => bff.eraseOldOrders(checkout(database))),
    async 'copies of enquiries, none due'({ database, client }) {
      await client.query(`update leads set received_at = now() - interval '2 hours'
        where id > lead_id_at(now() - interval '3 hours') and received_at > now() - interval '2 hours'`);
      return timed(() => bff.enqueueEnquiryCopies(database));
    },
    'reconciler, nothing due': ({ database }) => timed(() => bff.reconcile(checkout(database))),
  };
}

/** Queries of `pnpm ops`, the console and the metrics, in ms. */
export function operatorQueries({
  operator,
}: LedgerFunctions): Record<string, (ledger: Ledger) => Promise<number>> {
  const calls: Record<string, [name: string, ...rest: unknown[]]> = {
    'ops leads, newest 50': ['listLeads', { limit: 50 }],
    'ops leads, dead letters': ['listLeads', { limit: 50, state: 'dead' }],
    'leads by state': ['countLeads'],
    'unaccounted leads': ['countUnaccounted'],
    'oldest undelivered lead': ['oldestUndelivered'],
    'newest lead': ['newestLead'],
    'console, newest leads': ['leadList', {}],
    'console, search for an address': ['leadList', { search: 'work-none@visitor' }],
    'console, today': ['todayPage'],
    'ops orders, newest 50': ['listOrders', { limit: 50 }],
    'ops orders find, an address': ['searchOrders', 'nobody@visitor.example'],
  };
  return Object.fromEntries(
    Object.entries(calls).map(([title, [name, ...rest]]) => [
      title,
      async ({ database }: Ledger) => {
        const call = operator[name];
        if (!call) throw new TypeError(`The query ${name} does not exist`);
        const times: number[] = [];
        for (let run = 0; run < queriesOfMeasurement; run += 1)
          times.push(await timed(() => call(database, ...rest)));
        return median(times);
      },
    ]),
  );
}
