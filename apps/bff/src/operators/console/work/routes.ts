/** Queues, scheduled work and dead jobs. */

import type { WorkPage } from '@meridian/contracts/console/desk';
import type { DoctorFinding } from '@meridian/contracts/console/doctor';
import { z } from 'zod';
import { reconcile } from '../../../enrolment/reconciler/reconcile.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { listDeadJobs, queueDepths, scheduleRuns } from '../../../platform/jobs/queue-state.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { type ConsoleDependencies, route } from '../server/route.ts';
import { remembered } from '../today/remembered.ts';

const shownDead = 200;

/** Checks ask the systems around us: operators who look together ask once. */
const examined = remembered(10_000, (doctor: ConsoleDependencies['doctor']) => doctor.examine());

export const workRoutes = [
  route({
    method: 'GET',
    path: '/work/doctor',
    access: 'viewer',
    handle: ({ deps }): Promise<readonly DoctorFinding[]> => examined(deps.doctor, 'all'),
  }),
  route({
    method: 'GET',
    path: '/work',
    access: 'viewer',
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
  route({
    method: 'POST',
    path: '/work/reconcile',
    access: 'finance',
    body: z.object({ all: z.boolean().default(false) }),
    async handle(call) {
      const { all } = call.body;
      const result = await reconcile(call.deps.checkout, { all });
      await recordAudit(
        call.deps.database,
        auditOf(call, 'order.reconcile', { kind: 'list', id: 'orders' }, { all }),
      );
      const { ordersChecked, paymentsChecked, refundsChecked, ordersChanged, failures } = result;
      const compared = `Compared ${ordersChecked} orders, ${paymentsChecked} payments and ${refundsChecked} refunds; ${ordersChanged} orders have changed.`;
      if (failures > 0)
        throw new HttpProblem(502, `${compared} ${failures} parts failed: try again in a minute.`);
      return { done: compared };
    },
  }),
];
