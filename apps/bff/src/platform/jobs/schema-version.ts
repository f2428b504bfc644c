import { getConstructionPlans } from 'pg-boss';

/** Schema version of the installed pg-boss. */
export function ownSchemaVersion(): number {
  const found = /version\(version\)\s+values\s+\('(\d+)'\)/i.exec(getConstructionPlans());
  if (!found) throw new TypeError('The job queue does not report the version of its schema');
  return Number(found[1]);
}
