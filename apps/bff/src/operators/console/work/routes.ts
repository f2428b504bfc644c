/** Queues, scheduled jobs, dead jobs, and the checks of `ops doctor`. */

import { type WorkPage, workPage } from '@meridian/contracts/operators/console/desk';
import { type DoctorFinding, doctorFinding } from '@meridian/contracts/operators/console/doctor';
import { listDeadJobs, queueDepths, scheduleRuns } from '../../../platform/jobs/queue-state.ts';
import { type ConsoleDependencies, route } from '../server/route.ts';
import { memoizeFor } from '../today/memoize.ts';

const shownDead = 200;

/** Checks call external services, so operators share one run for ten seconds. */
const checked = memoizeFor(10_000, (doctor: ConsoleDependencies['doctor']) => doctor.runChecks());

export const workRoutes = [
  route({
    method: 'GET',
    path: '/work/doctor',
    access: 'viewer',
    answer: doctorFinding.array().readonly(),
    handle: ({ deps }): Promise<readonly DoctorFinding[]> => checked(deps.doctor, 'all'),
  }),
  route({
    method: 'GET',
    path: '/work',
    access: 'viewer',
    answer: workPage,
    async handle({ deps }): Promise<WorkPage> {
      const [queues, schedules, dead] = await Promise.all([
        queueDepths(deps.database),
        scheduleRuns(deps.database),
        listDeadJobs(deps.database, shownDead),
      ]);
      return {
        queues: queues.map(({ oldestWaitingSeconds, ...queue }) => ({
          ...queue,
          oldest_seconds: oldestWaitingSeconds,
        })),
        schedules: schedules.map(({ schedule, succeededAt, failedAt }) => ({
          schedule,
          succeeded_at: succeededAt?.toISOString() ?? null,
          failed_at: failedAt?.toISOString() ?? null,
        })),
        dead: dead.map(({ diedAt, ...job }) => ({ ...job, died_at: diedAt.toISOString() })),
      };
    },
  }),
];
