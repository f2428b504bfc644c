import { listNames, listPage, lists } from '@meridian/contracts/operators/lists';
import { z } from 'zod';
import { route } from '../server/route.ts';
import { readers } from './lists.ts';

export const listRoutes = listNames.map((name) =>
  route({
    method: 'GET',
    path: `/lists/${name}`,
    access: 'viewer',
    query: z.object({
      filter: z.enum(lists[name].filter.options.map(([value]) => value)).optional(),
      before: z.string().max(100).optional(),
    }),
    answer: listPage(name),
    handle: ({ deps, query: { filter, before } }) => readers[name](deps.database, { filter, before }),
  }),
);
