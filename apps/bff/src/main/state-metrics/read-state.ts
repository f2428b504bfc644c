/** Reads the database state that the gauges show. */
import type { Kysely } from 'kysely';
import { countAbandoned } from '../../enrolment/checkout/resume.ts';
import { countOrders } from '../../enrolment/orders/order-figures.ts';
import { countWaitingRows } from '../../enrolment/orders/waiting-rows.ts';
import { oldestClaimSeconds } from '../../enrolment/payments/claim-store.ts';
import { countDifferences } from '../../enrolment/settlements/differences/difference-store.ts';
import { countLeads, newestLeadAt, oldestUndeliveredSeconds } from '../../leads/ledger/lead-queries.ts';
import { usedFileBytes } from '../../leads/uploads/file-quota.ts';
import { countMails } from '../../mail/outbox/mail-figures.ts';
import { countWithoutOperator } from '../../operators/audit/audit-log.ts';
import type { Database } from '../../platform/database/database.ts';
import { queueDepths, scheduleRuns } from '../../platform/jobs/queue-state.ts';
import { countComplaints } from '../../privacy/complaints/complaint-figures.ts';
import { countDataRequests } from '../../privacy/data-requests/data-request-figures.ts';

const readers = {
  leads: countLeads,
  newestLead: newestLeadAt,
  oldestLeadSeconds: oldestUndeliveredSeconds,
  files: usedFileBytes,
  orders: countOrders,
  differences: countDifferences,
  waiting: countWaitingRows,
  claimSeconds: oldestClaimSeconds,
  mails: countMails,
  abandoned: countAbandoned,
  dataRequests: countDataRequests,
  complaints: countComplaints,
  withoutOperator: countWithoutOperator,
  queues: queueDepths,
  schedules: scheduleRuns,
} satisfies Record<string, (database: Kysely<Database>) => Promise<unknown>>;

/** Values of the gauges. */
export type State = { [Name in keyof typeof readers]: Awaited<ReturnType<(typeof readers)[Name]>> };

export async function readState(database: Kysely<Database>): Promise<State> {
  const read = Object.entries(readers).map(async ([name, reader]) => [name, await reader(database)]);
  // `Object.fromEntries` loses the type of each value.
  return Object.fromEntries(await Promise.all(read)) as State;
}
