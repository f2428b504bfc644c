import type { DoctorContext } from '../check.ts';
import { type Finding, ok, reasonOf, warning } from '../finding.ts';
import { adviceInside, unlessReached } from './setup/reached.ts';

const timeoutMs = 5_000;

/** Checks that the console responds at its URL. */
export async function checkConsole(context: DoctorContext): Promise<Finding> {
  const { console: known } = context.settings();
  if (!known)
    return warning(
      'There is no console: CONSOLE_SECRET is not set',
      'Set CONSOLE_SECRET and CONSOLE_URL to give operators a console.',
    );
  const advice = `Check that a replica with BFF_ROLE=all or console runs and that the proxy forwards to it. ${adviceInside}`;
  try {
    const url = new URL('/console/api/session', known.url);
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    // Without a session, the console responds with 401.
    if (response.status === 401) return ok(`${known.url} answers`);
    return warning(`${known.url} answers ${response.status}, but not as the console`, advice);
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    const found = warning(`${known.url} does not answer: ${reasonOf(cause)}`, advice);
    return unlessReached(context, found, new URL(known.url).host);
  }
}
