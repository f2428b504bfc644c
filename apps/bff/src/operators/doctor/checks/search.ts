import { searchIndex } from '../../../platform/search/search-index.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, ok, warning } from '../finding.ts';

/** Checks that the console's search has its index. */
export async function checkSearch({ database }: DoctorContext): Promise<Finding> {
  if ((await searchIndex(database())) === 'trigrams')
    return ok('Search finds leads and orders by parts of names and numbers');
  return warning(
    'The extension pg_trgm is missing: the console matches only the beginning of words',
    'Have a superuser run "create extension pg_trgm; select prepare_search()" in this database.',
  );
}
