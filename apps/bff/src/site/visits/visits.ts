/**
 * Counts the steps of visitors and their Web Vitals. Reports are counted in memory, and the counts are stored
 * every ten seconds, so a crash loses at most the counts of ten seconds.
 */
import type { VisitReport } from '@meridian/contracts/site/visits/steps';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { backgroundDeadlines, withDeadlines } from '../../platform/database/connection/deadlines.ts';
import type { Database } from '../../platform/database/database.ts';
import { storeCounts } from './store-counts.ts';
import { createCounter } from './visit-counter.ts';
import { ratingOf } from './vital-buckets.ts';

const flushMs = 10_000;

export interface VisitsDependencies {
  database: Kysely<Database>;
  /** Finds the name of a course by its slug or id; undefined for an unknown course. */
  findCourse: (course: string) => Promise<string | undefined>;
  countStep: (step: string) => void;
  countVital: (vital: string, rating: string) => void;
  /** Called with the number of counts that could not be stored. */
  countLost: (counts: number) => void;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now?: () => Date;
}

export interface Visits {
  /** Never throws. */
  count(report: VisitReport): Promise<void>;
  /** Stores the counts collected so far. Never throws. */
  flush(): Promise<void>;
  /** Stops after a last flush. */
  close(): Promise<void>;
}

export function createVisits(deps: VisitsDependencies): Visits {
  const { database, findCourse, countStep, countVital, countLost, log, now = () => new Date() } = deps;
  const counter = createCounter(now);
  let logged = false;

  async function flush(): Promise<void> {
    const counted = counter.take();
    try {
      await withDeadlines(backgroundDeadlines, () => storeCounts(database, counted));
      logged = false;
    } catch (error) {
      countLost([...counted.visits, ...counted.vitals].reduce((sum, { visits }) => sum + visits, 0));
      // Logged once per outage, not every ten seconds.
      if (!logged) log.warn({ err: error }, 'counts of visits are lost');
      logged = true;
    }
  }
  const timer = setInterval(() => void flush(), flushMs).unref();

  return {
    async count(report) {
      const names = new Map<string, string>();
      for (const { course } of report.steps)
        if (course && !names.has(course))
          names.set(course, (await findCourse(course).catch(() => undefined)) ?? '');
      const lost = counter.add(report, (course) => names.get(course) ?? '');
      if (lost > 0) countLost(lost);
      for (const { step } of report.steps) countStep(step);
      for (const { vital, value } of report.vitals) countVital(vital, ratingOf(vital, value));
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
