import type { LeadFilters, LeadPage, LeadRow } from '@meridian/contracts/console/leads';
import type { Page } from '@meridian/contracts/console/lists';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { recordAudit, recordRead } from '../../audit/audit-log.ts';
import { listFilter } from '../lists/list-filter.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';
import { uuidOf } from '../server/uuid-of.ts';
import { leadCsv, leadFilters, leadList } from './lead-lists.ts';
import { leadPage } from './lead-page.ts';

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
    handle: ({ deps, query: { before, ...wanted } }): Promise<Page<LeadRow>> =>
      leadList(deps.database, wanted, { before }),
  }),
  route({
    method: 'GET',
    path: '/leads/filters',
    access: 'viewer',
    handle: ({ deps }): Promise<LeadFilters> => leadFilters(deps.database),
  }),
  route({
    method: 'POST',
    path: '/leads/export',
    access: 'desk',
    proof: true,
    body: filter.omit({ before: true }),
    async handle(call) {
      const { form = '', state = '', course = '', source = '', from = '', to = '', search } = call.body;
      const { csv, leads } = await leadCsv(call.deps.database, call.body);
      // What was searched for may be a person's name.
      const detail = { leads, form, state, course, source, from, to, searched: search !== undefined };
      await recordAudit(
        call.deps.database,
        auditOf(call, 'lead.export', { kind: 'list', id: 'leads' }, detail),
      );
      return { csv, leads };
    },
  }),
  route({
    method: 'GET',
    path: '/leads/:id',
    access: 'viewer',
    async handle(call): Promise<LeadPage> {
      const id = uuidOf(call);
      const lead = await leadPage(call.deps.database, id);
      if (!lead) throw new HttpProblem(404, 'There is no such lead.');
      await recordRead(call.deps.database, auditOf(call, 'lead.read', { kind: 'lead', id }));
      return lead;
    },
  }),
];
