import { type SavedView, savedView } from '@meridian/contracts/operators/console/leads';
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { route } from '../server/route.ts';
import { deleteView, filterFields, listViews, saveView } from './views.ts';

const view = z.object({
  name: z.string().trim().min(1, { error: 'A name' }).max(60),
  filter: z.strictObject(filterFields),
});

export const viewRoutes = [
  route({
    method: 'GET',
    path: '/views',
    access: 'viewer',
    answer: savedView.array(),
    handle: ({ deps, session }): Promise<SavedView[]> => listViews(deps.database, session().operator.id),
  }),
  route({
    method: 'POST',
    path: '/views',
    access: 'viewer',
    body: view,
    async handle({ deps, body, session }) {
      if (!(await saveView(deps.database, session().operator.id, body)))
        throw new HttpProblem(409, 'You have saved 50 views, the maximum. Delete one first.');
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/views/:id/delete',
    id: z.string().regex(/^\d{1,15}$/),
    access: 'viewer',
    async handle({ deps, id, session }) {
      if (!(await deleteView(deps.database, session().operator.id, id)))
        throw new HttpProblem(404, 'View not found.');
      return {};
    },
  }),
];
