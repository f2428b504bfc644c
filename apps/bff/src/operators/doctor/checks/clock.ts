import { readClock } from '../../../platform/database/clock.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok, warning } from '../finding.ts';

const warnSeconds = 2;
const faultSeconds = 60;
const advice = 'Let NTP (chrony, systemd-timesyncd) set the clocks of this machine and of the database.';

/**
 * Checks the clock skew between this process and the database. Leases, holds and due times use the database's
 * clock.
 */
export async function checkClock({ database }: DoctorContext): Promise<Finding> {
  // The first query may open a connection, which would distort the measurement.
  await readClock(database());
  const askedAt = Date.now();
  const there = await readClock(database());
  const here = (askedAt + Date.now()) / 2;
  const skewSeconds = Math.abs(there.getTime() - here) / 1_000;
  const text = `This machine and the database differ by ${skewSeconds.toFixed(1)} s`;
  if (skewSeconds > faultSeconds) return fault(text, advice);
  return skewSeconds > warnSeconds ? warning(text, advice) : ok(text);
}
