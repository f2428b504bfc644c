import { courseId } from '@meridian/contracts/ids';
import { dayInIndia } from '@meridian/contracts/india-time';
import {
  type BatchBoard,
  type BatchPage,
  batchBoard,
  batchPage,
} from '@meridian/contracts/operators/console/batches';
import { z } from 'zod';
import { createBatchEditor } from '../../../partners/upstream/batch-editor.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { exportRoute } from '../server/export-route.ts';
import { type ConsoleCall, type ConsoleDependencies, route } from '../server/route.ts';
import { attendeeCsv, readBatchPage } from './batch-page.ts';
import { type BoardDependencies, readBoard } from './board.ts';
import { waitlistRoutes } from './waitlist-routes.ts';

const maxDays = 100;
const dayMs = 24 * 60 * 60_000;

const batchPathId = z.string().regex(/^[1-9]\d{0,15}$/);

const boardOf = ({ database, upstream, now }: ConsoleDependencies): BoardDependencies => ({
  database,
  editor: createBatchEditor(upstream),
  today: dayInIndia(now()),
});

async function batchOf({
  deps,
  id,
}: Pick<ConsoleCall<unknown, unknown, string>, 'deps' | 'id'>): Promise<BatchPage> {
  const batch = await readBatchPage(boardOf(deps), id);
  if (!batch) throw new HttpProblem(404, 'Batch not found.');
  return batch;
}

const period = z
  .object({ from: z.iso.date(), to: z.iso.date(), course: z.coerce.number().pipe(courseId).optional() })
  .refine(({ from, to }) => to > from && Date.parse(to) - Date.parse(from) <= maxDays * dayMs, {
    error: `At most ${maxDays} days`,
    path: ['to'],
  });

export const batchRoutes = [
  route({
    method: 'GET',
    path: '/batches',
    access: 'viewer',
    query: period,
    answer: batchBoard,
    handle: ({ deps, query }): Promise<BatchBoard> => readBoard(boardOf(deps), query),
  }),
  route({
    method: 'GET',
    path: '/batches/:id',
    id: batchPathId,
    access: 'viewer',
    answer: batchPage,
    async handle(call): Promise<BatchPage> {
      const batch = await batchOf(call);
      await call.recordRead('batch.read', { kind: 'batch', id: String(batch.id) });
      return batch;
    },
  }),
  exportRoute({
    path: '/batches/:id/attendees',
    id: batchPathId,
    access: 'desk',
    action: 'batch.export',
    async read(call) {
      const batch = await batchOf(call);
      const attendees = batch.attendees.length;
      return {
        answer: { csv: attendeeCsv(batch), attendees },
        subject: { kind: 'batch', id: String(batch.id) },
        detail: { attendees },
      };
    },
  }),
  ...waitlistRoutes,
];
