import { countUnaccounted, oldestUndeliveredSeconds } from '../../leads/ledger/lead-queries.ts';
import { leadMonthsState } from '../../platform/database/lead-months.ts';
import type { DoctorContext } from './check.ts';
import { countOf, type Finding, fault, ok, warning } from './finding.ts';

const patienceSeconds = 60 * 60;
/** As the alert has it: the nightly job keeps four weeks or more ahead. */
const monthsAheadMs = 14 * 86_400_000;

/** Every lead that was answered with success is delivered, on its way, or on an operator's list; the next month is made. */
export async function checkLeads({ database }: DoctorContext): Promise<Finding> {
  const unaccounted = await countUnaccounted(database());
  if (unaccounted > 0)
    return fault(
      `${countOf(unaccounted, 'lead')} in a state that leads nowhere`,
      'This must not be: keep the database as it is, and ask the developers.',
    );
  const seconds = await oldestUndeliveredSeconds(database());
  if (seconds > patienceSeconds)
    return warning(
      `A lead has been on its way for ${Math.round(seconds / patienceSeconds)} h`,
      '`ops leads --state received` and `--state pending` name the last error.',
    );
  const { readyUntil, outside } = await leadMonthsState(database());
  if (outside > 0)
    return warning(
      `${countOf(outside, 'lead')} of the last day came into no month's table`,
      'They are kept as all others. Compare the clocks of the servers; where months are missing, run `ops migrate`.',
    );
  if (readyUntil && readyUntil.getTime() - Date.now() < monthsAheadMs)
    return warning(
      'No table stands ready for the leads of the next month',
      'Run `ops migrate`; then look why the nightly job `erase-leads` does not make it.',
    );
  return ok('All leads are accounted for');
}
