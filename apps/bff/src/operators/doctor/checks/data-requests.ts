import { listDataRequests } from '../../../privacy/data-requests/operator-queue.ts';
import type { DoctorContext } from '../check.ts';
import { countOf, type Finding, fault, ok, warning } from '../finding.ts';

const warningDays = 7;

/** Nobody who asked to be erased waits beyond the promised time. */
export async function checkDataRequests({ database }: DoctorContext): Promise<Finding> {
  const [first, ...more] = await listDataRequests(database());
  if (!first) return ok('No erasure requests');
  const waiting = countOf(more.length + 1, 'erasure');
  const advice = '`ops data-requests` lists them; `ops data-requests erase ID`.';
  if (first.days_left < 0) return fault(`${waiting} open, one of them overdue`, advice);
  if (first.days_left < warningDays)
    return warning(`${waiting} open, one due in ${first.days_left} days`, advice);
  return ok(`${waiting} open, none due soon`);
}
