/** Counters in memory until they are stored. Their number is limited, whatever clients send. */
import { dayInIndia } from '@meridian/contracts/india-time';
import { pageRoutes } from '@meridian/contracts/site/visits/page-routes';
import type { VisitReport } from '@meridian/contracts/site/visits/steps';
import { countedName } from '@meridian/contracts/site/visits/visit-source';
import { bucketOf } from './vital-buckets.ts';

/** Max rows of visits, and of vitals, that one flush writes. */
const maxRows = 5_000;
/** Max pairs of source and campaign per day; further pairs are counted as `other`. */
const maxOrigins = 200;
const other = { source: 'other', campaign: '' };

export interface VisitRow {
  day: string;
  step: string;
  route: string;
  course: string;
  source: string;
  campaign: string;
  visits: number;
}

export interface VitalRow {
  day: string;
  route: string;
  vital: string;
  up_to: number;
  visits: number;
}

export interface Counted {
  visits: VisitRow[];
  vitals: VitalRow[];
}

/** Sums rows that are equal except for their count. */
function createCounters<Row extends { visits: number }>() {
  let rows = new Map<string, Row>();
  return {
    /** @returns false if the maximum number of rows is reached */
    add(row: Omit<Row, 'visits'>): boolean {
      const key = Object.values(row).join('\n');
      const known = rows.get(key);
      if (known) known.visits += 1;
      else if (rows.size < maxRows) rows.set(key, { ...row, visits: 1 } as Row);
      else return false;
      return true;
    },
    /** @returns all rows sorted by their keys, so that all replicas lock them in the same order */
    take(): Row[] {
      const taken = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
      rows = new Map();
      return taken;
    },
  };
}

/** @param now returns the current time, for the day in India */
export function createCounter(now: () => Date) {
  const visits = createCounters<VisitRow>();
  const vitals = createCounters<VitalRow>();
  let day = '';
  let origins = new Set<string>();

  function originOf(report: Pick<VisitReport, 'source' | 'campaign'>) {
    const origin = { source: countedName(report.source) || 'direct', campaign: countedName(report.campaign) };
    const key = `${origin.source}\n${origin.campaign}`;
    if (!origins.has(key) && origins.size >= maxOrigins) return other;
    origins.add(key);
    return origin;
  }

  return {
    /**
     * @param courseOf returns the name of a course by its slug or id; empty for an unknown one
     * @returns number of counts that did not fit
     */
    add(report: VisitReport, courseOf: (course: string) => string): number {
      const today = dayInIndia(now());
      if (today !== day) origins = new Set();
      day = today;
      const origin = originOf(report);
      const isKnown = ({ route }: { route: string }) => pageRoutes.includes(route);
      const results = [
        ...report.steps
          .filter(isKnown)
          .map(({ step, route, course }) =>
            visits.add({ day, step, route, course: course ? courseOf(course) : '', ...origin }),
          ),
        ...report.vitals
          .filter(isKnown)
          .map(({ vital, route, value }) => vitals.add({ day, route, vital, up_to: bucketOf(vital, value) })),
      ];
      return results.filter((counted) => !counted).length;
    },
    take: (): Counted => ({ visits: visits.take(), vitals: vitals.take() }),
  };
}
