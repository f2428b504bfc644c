import { noTrigrams, searchState, trigramAdvice } from '../../platform/search/search-state.ts';
import type { DoctorContext } from './check.ts';
import { type Finding, ok, warning } from './finding.ts';

const patienceSeconds = 10 * 60;

/** What the console searches: its indexes, and how old its copies are. */
export async function checkSearch({ database, settings }: DoctorContext): Promise<Finding> {
  const { indexed, behindSeconds } = await searchState(database());
  if (indexed === 'prefixes') return warning(noTrigrams, trigramAdvice);
  if (settings().console === undefined) return ok('No console is set, so nothing is copied for its search');
  if (behindSeconds === null || behindSeconds > patienceSeconds)
    return warning(
      'The console does not find the newest leads and orders',
      'Start a replica with BFF_ROLE worker or all, and with CONSOLE_SECRET; its log tells of faults ("index-search").',
    );
  return ok('Leads and orders are found by parts of names and numbers');
}
