/** State of the database that the gauges show. */
import type { Kysely } from 'kysely';
import { oldestClaimSeconds } from '../checkout/claims/claim-store.ts';
import { countOrders } from '../checkout/order/order-figures.ts';
import { countUnfinished } from '../checkout/unfinished/resume.ts';
import { countComplaints } from '../complaints/complaint-figures.ts';
import type { Database } from '../database/database.ts';
import { leadMonthsState } from '../database/lead-months.ts';
import { queueDepths, scheduleRuns } from '../jobs/queue-state.ts';
import { leadsByState } from '../leads/operator/lead-counts.ts';
import { newestLeadAt, oldestUndeliveredSeconds } from '../leads/operator/lead-queries.ts';
import { usedFileBytes } from '../leads/uploads/file-quota.ts';
import { countMails } from '../mail/mail-figures.ts';
import { countDataRequests } from '../personal-data/data-request-figures.ts';

const readers = {
  leads: leadsByState,
  newestLead: newestLeadAt,
  oldestLeadSeconds: oldestUndeliveredSeconds,
  files: usedFileBytes,
  orders: countOrders,
  claimSeconds: oldestClaimSeconds,
  mails: countMails,
  unfinished: countUnfinished,
  dataRequests: countDataRequests,
  complaints: countComplaints,
  queues: queueDepths,
  schedules: scheduleRuns,
  months: leadMonthsState,
} satisfies Record<string, (database: Kysely<Database>) => Promise<unknown>>;

/** Values of the gauges. */
export type State = { [Name in keyof typeof readers]: Awaited<ReturnType<(typeof readers)[Name]>> };

export async function readState(database: Kysely<Database>): Promise<State> {
  const read = Object.entries(readers).map(async ([name, reader]) => [name, await reader(database)]);
  // The type of each value is lost on the way through the entries.
  return Object.fromEntries(await Promise.all(read)) as State;
}
