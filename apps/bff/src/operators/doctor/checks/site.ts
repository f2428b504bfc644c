import { readSales } from '../../../enrolment/seats/sales.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, ok, reasonOf, warning } from '../finding.ts';
import { adviceInside, unlessReached } from './setup/reached.ts';

const timeoutMs = 5_000;

/** Checks that a replica that can store leads responds at PUBLIC_URL. */
export async function checkSite(context: DoctorContext): Promise<Finding> {
  const url = new URL('/readyz/writes', context.settings().publicUrl).href;
  const advice = `Check that a replica runs and that the proxy forwards to it. ${adviceInside}`;
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    if (response.ok) return ok(`${url} answers`);
    return warning(`${url} answers ${response.status}`, advice);
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    const found = warning(`${url} does not answer: ${reasonOf(cause)}`, advice);
    return unlessReached(context, found, new URL(url).host);
  }
}

/** Checks that search engines may list the site while sales are open. */
export async function checkSearchEngines({ settings, database }: DoctorContext): Promise<Finding> {
  const { isListed } = settings();
  const { isOpen } = await readSales(database());
  if (isOpen && !isListed)
    return warning(
      'Sales are open, but search engines are refused',
      'Set SEARCH_ENGINES=allow and restart, so that search engines list the site.',
    );
  return ok(
    `Search engines are ${isListed ? 'allowed' : 'refused'}, sales are ${isOpen ? 'open' : 'closed'}`,
  );
}
