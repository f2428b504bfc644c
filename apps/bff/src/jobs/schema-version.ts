import { getConstructionPlans } from 'pg-boss';

/** The version of the queue's schema that this release of its library makes. */
export function ownSchemaVersion(): number {
  const found = /version\(version\)\s+values\s+\('(\d+)'\)/i.exec(getConstructionPlans());
  if (!found) throw new TypeError('The job queue does not say the version of its schema');
  return Number(found[1]);
}
