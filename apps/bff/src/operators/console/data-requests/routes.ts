/** Requests for erasure. */
import { type DataRequestRow, dataRequestRow } from '@meridian/contracts/operators/console/data-requests';
import { z } from 'zod';
import { listDataRequests, type OpenDataRequest } from '../../../privacy/data-requests/operator-queue.ts';
import { maskEmail } from '../mask.ts';
import { route } from '../server/route.ts';

const rowOf = (request: OpenDataRequest): DataRequestRow => ({
  id: request.id,
  email: maskEmail(request.email),
  days_left: request.days_left,
  outcome: request.outcome,
  note: request.note,
  asked_at: request.confirmed_at?.toISOString() ?? null,
  due_at: request.due_at?.toISOString() ?? null,
  closed_at: request.closed_at?.toISOString() ?? null,
});

export const dataRequestRoutes = [
  route({
    method: 'GET',
    path: '/data-requests',
    access: 'viewer',
    answer: dataRequestRow.array(),
    query: z.object({ all: z.literal('yes').optional() }),
    handle: async ({ deps, query }): Promise<DataRequestRow[]> =>
      (await listDataRequests(deps.database, { all: query.all !== undefined })).map(rowOf),
  }),
];
