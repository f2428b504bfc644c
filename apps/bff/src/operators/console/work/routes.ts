/** Queues, scheduled work and dead jobs. */

import type { WorkPage } from '@meridian/contracts/console/desk';
import type { DoctorFinding } from '@meridian/contracts/console/doctor';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { reconcile } from '../../../enrolment/reconciler/reconcile.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { findJobQueue, listDeadJobs, queueDepths, scheduleRuns } from '../../../platform/jobs/queue-state.ts';
import { queueNames } from '../../../platform/jobs/queues.ts';
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
    path: '/work/retry',
    access: 'desk',
    /** One job, or the dead jobs of a queue; without both all of them. */
    body: z.union([z.strictObject({ id: uuid }), z.strictObject({ queue: z.enum(queueNames).optional() })]),
    async handle(call) {
      const { id, queue } = { id: undefined, queue: undefined, ...call.body };
      const revived = await call.deps.jobs.revive(id === undefined ? { queue } : { ids: [id] });
      if (revived === 0) throw new HttpProblem(409, 'There is no such dead job.');
      await recordAudit(
        call.deps.database,
        auditOf(call, 'job.retry', { kind: 'job', id: id ?? queue ?? 'all' }, { jobs: revived }),
      );
      return { done: revived === 1 ? 'The job is sent back.' : `${revived} jobs are sent back.` };
    },
  }),
  route({
    method: 'POST',
    path: '/work/cancel',
    access: 'desk',
    body: z.object({ id: uuid }),
    async handle(call) {
      const { id } = call.body;
      const { database, jobs } = call.deps;
      const queue = await findJobQueue(database, id);
      if (queue === undefined)
        throw new HttpProblem(409, 'There is no job of this id that waits or is dead.');
      await jobs.cancel(queue, id);
      await recordAudit(database, auditOf(call, 'job.cancel', { kind: 'job', id }));
      return { done: 'The job is ended. Its lead or order stays as it is.' };
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
