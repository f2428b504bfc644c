import { countUnaccounted, oldestUndeliveredSeconds } from '../../../leads/ledger/lead-queries.ts';
import type { DoctorContext } from '../check.ts';
import { countOf, type Finding, fault, ok, warning } from '../finding.ts';

const timeoutSeconds = 60 * 60;

/**
 * Checks that every lead is delivered, in progress, or on an operator's list, and that none has been pending
 * for more than an hour.
 */
export async function checkLeads({ database }: DoctorContext): Promise<Finding> {
  const unaccounted = await countUnaccounted(database());
  if (unaccounted > 0)
    return fault(
      `${countOf(unaccounted, 'lead')} in an unknown state`,
      'This should be impossible. Leave the database unchanged and contact the developers.',
    );
  const seconds = await oldestUndeliveredSeconds(database());
  if (seconds > timeoutSeconds)
    return warning(
      `A lead has been pending for ${Math.round(seconds / timeoutSeconds)} h`,
      '`ops leads --state received` and `--state pending` show the last error.',
    );
  return ok('All leads are accounted for');
}
