import {
  type LeadFilters,
  type LeadPage,
  type LeadRow,
  leadFilters,
  leadPage,
  leadRow,
} from '@meridian/contracts/operators/console/leads';
import type { Page } from '@meridian/contracts/operators/console/lists';
import { pageOfRows } from '@meridian/contracts/operators/lists';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { listFilter } from '../lists/list-filter.ts';
import { exportRoute } from '../server/export-route.ts';
import { route } from '../server/route.ts';
import { leadCsv, leadList, readLeadFilters } from './lead-lists.ts';
import { readLeadPage } from './lead-page.ts';

const filter = z.object({
  ...listFilter,
  form: z.string().max(60).optional(),
  course: z.string().max(200).optional(),
  source: z.string().max(100).optional(),
  before: uuid.optional(),
});

export const leadRoutes = [
  route({
    method: 'GET',
    path: '/leads',
    access: 'viewer',
    query: filter,
    answer: pageOfRows(leadRow),
    handle: ({ deps, query: { before, ...requested } }): Promise<Page<LeadRow>> =>
      leadList(deps.database, requested, { before }),
  }),
  route({
    method: 'GET',
    path: '/leads/filters',
    access: 'viewer',
    answer: leadFilters,
    handle: ({ deps }): Promise<LeadFilters> => readLeadFilters(deps.database),
  }),
  exportRoute({
    path: '/leads/export',
    access: 'desk',
    body: filter.omit({ before: true }),
    action: 'lead.export',
    async read({ deps, body }) {
      const { form = '', state = '', course = '', source = '', from = '', to = '', search } = body;
      const answer = await leadCsv(deps.database, body);
      const { leads } = answer;
      // The search text is not logged, because it may be a person's name.
      const detail = { leads, form, state, course, source, from, to, searched: search !== undefined };
      return { answer, subject: { kind: 'list', id: 'leads' }, detail };
    },
  }),
  route({
    method: 'GET',
    path: '/leads/:id',
    id: uuid,
    access: 'viewer',
    answer: leadPage,
    async handle(call): Promise<LeadPage> {
      const { id } = call;
      const lead = await readLeadPage(call.deps.database, id);
      if (!lead) throw new HttpProblem(404, 'Lead not found.');
      await call.recordRead('lead.read', { kind: 'lead', id });
      return lead;
    },
  }),
];
