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

/** Values of the gauges. */
export async function readState(database: Kysely<Database>) {
  const [
    leads,
    newestLead,
    oldestLeadSeconds,
    files,
    orders,
    claimSeconds,
    mails,
    unfinished,
    dataRequests,
    complaints,
    queues,
    schedules,
    months,
  ] = await Promise.all([
    leadsByState(database),
    newestLeadAt(database),
    oldestUndeliveredSeconds(database),
    usedFileBytes(database),
    countOrders(database),
    oldestClaimSeconds(database),
    countMails(database),
    countUnfinished(database),
    countDataRequests(database),
    countComplaints(database),
    queueDepths(database),
    scheduleRuns(database),
    leadMonthsState(database),
  ]);
  return {
    leads,
    newestLead,
    oldestLeadSeconds,
    files,
    orders,
    claimSeconds,
    mails,
    unfinished,
    dataRequests,
    complaints,
    queues,
    schedules,
    months,
  };
}
export type State = Awaited<ReturnType<typeof readState>>;
