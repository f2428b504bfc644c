import { listDataRequests } from '../../../privacy/data-requests/operator-queue.ts';
import type { DoctorContext } from '../check.ts';
import { countOf, type Finding, fault, ok, warning } from '../finding.ts';

const warningDays = 7;

/** Checks that no erasure request is overdue. */
export async function checkDataRequests({ database }: DoctorContext): Promise<Finding> {
  const [first, ...more] = await listDataRequests(database());
  if (!first) return ok('No erasure request is open');
  const waiting = countOf(more.length + 1, 'erasure request');
  const advice = '`ops data-requests` lists them; `ops data-requests erase ID` erases.';
  if (first.days_left < 0) return fault(`${waiting} open, at least one overdue`, advice);
  if (first.days_left < warningDays)
    return warning(`${waiting} open, the first due in ${countOf(first.days_left, 'day')}`, advice);
  return ok(`${waiting} open, none due soon`);
}
