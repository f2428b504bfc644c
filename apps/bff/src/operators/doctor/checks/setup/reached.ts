import type { DoctorContext } from '../../check.ts';
import { type Finding, ok } from '../../finding.ts';
import { isReached } from '../../reach.ts';

export const adviceInside =
  'If this server cannot reach its own public address, press "Check from this browser" on the set-up page of the console.';

/**
 * @returns `ok` if an operator's browser has reached the site from a page of the console, else the server's
 * own finding
 */
export async function unlessReached(
  { database }: DoctorContext,
  found: Finding,
  host: string,
): Promise<Finding> {
  try {
    if (await isReached(database()))
      return ok(
        `${host} cannot be reached from this server; an operator's browser reached it in the last hour`,
      );
  } catch {
    // Ignored, because the check of the database reports this fault.
  }
  return found;
}
