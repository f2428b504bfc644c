import type { LeadFilters, LeadPage, LeadRow } from '@meridian/contracts/console/leads';
import type { Page } from '@meridian/contracts/console/lists';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { erasePerson } from '../../../leads/ledger/erasure/erasure.ts';
import { editLead } from '../../../leads/ledger/operator/edit-lead.ts';
import { editValues } from '../../../leads/ledger/operator/edit-values.ts';
import { askAgain, releaseLead, resendLeads } from '../../../leads/ledger/operator/operator-changes.ts';
import { transact } from '../../../platform/database/transact.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { recordAudit, recordRead } from '../../audit/audit-log.ts';
import { listFilter } from '../lists/list-filter.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';
import { uuidOf } from '../server/uuid-of.ts';
import { leadCsv, leadFilters, leadList } from './lead-lists.ts';
import { leadPage } from './lead-page.ts';

const unknownLead = () => new HttpProblem(404, 'There is no such lead.');

const filter = z.object({
  ...listFilter,
  form: z.string().max(60).optional(),
  course: z.string().max(200).optional(),
  source: z.string().max(100).optional(),
  before: uuid.optional(),
});

const fieldsOfEdit = z.object({ values: z.record(z.string().max(60), z.string().max(5_000)) });

const editProblems = {
  unknown: 'There is no such lead.',
  busy: 'A try to send it is under way. Try again in two minutes.',
  file_gone: 'The file that came with it was not kept: its person has to send it again.',
  not_at_fault: 'Only leads that did not arrive are edited.',
} as const;

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
      if (!lead) throw unknownLead();
      await recordRead(call.deps.database, auditOf(call, 'lead.read', { kind: 'lead', id }));
      return lead;
    },
  }),
  route({
    method: 'POST',
    path: '/leads/:id/resend',
    access: 'desk',
    async handle(call) {
      const id = uuidOf(call);
      const { database, checkout } = call.deps;
      const audit = (where: string) => async (transaction: typeof database) =>
        recordAudit(transaction, auditOf(call, 'lead.resend', { kind: 'lead', id }, { where }));
      const toCrm = await resendLeads(database, checkout.jobs, [id], audit('crm'));
      const toUpstream = await askAgain(database, checkout.jobs, id, audit('upstream'));
      if (toCrm === 0 && !toUpstream)
        throw new HttpProblem(
          409,
          'Only dead letters and leads that the upstream refused late are sent again.',
        );
      return { done: 'It is being sent again.' };
    },
  }),
  route({
    method: 'POST',
    path: '/leads/:id/release',
    access: 'desk',
    async handle(call) {
      const id = uuidOf(call);
      const { database, checkout } = call.deps;
      const released = await releaseLead(database, checkout.jobs, id, (transaction) =>
        recordAudit(transaction, auditOf(call, 'lead.release', { kind: 'lead', id })),
      );
      if (!released) throw new HttpProblem(409, 'There is no such lead in quarantine.');
      return { done: 'Released: it is being sent.' };
    },
  }),
  route({
    method: 'POST',
    path: '/leads/:id/edit',
    access: 'desk',
    body: fieldsOfEdit,
    async handle(call) {
      const id = uuidOf(call);
      const { database, checkout } = call.deps;
      const changes = Object.entries(call.body.values).map(([name, value]) => ({ fields: [name], value }));
      const fields = Object.keys(call.body.values).join(', ');
      const outcome = await editLead(
        database,
        checkout.jobs,
        id,
        (lead) => {
          const edited = editValues(lead, changes);
          return 'refusal' in edited
            ? edited
            : { ...edited, note: `${edited.changed.join(', ')} by ${call.actor().email}` };
        },
        (transaction) =>
          recordAudit(transaction, auditOf(call, 'lead.edit', { kind: 'lead', id }, { fields })),
      );
      if (outcome.kind === 'refused') throw new HttpProblem(400, outcome.refusal.join('; '));
      if (outcome.kind !== 'edited') throw new HttpProblem(409, editProblems[outcome.kind]);
      return { done: 'Edited, and sent again wherever it had not arrived.' };
    },
  }),
  route({
    method: 'POST',
    path: '/leads/:id/erase',
    access: 'admin',
    proof: true,
    async handle(call) {
      const id = uuidOf(call);
      const { database } = call.deps;
      const lead = await leadPage(database, id);
      if (!lead || lead.email === '') throw unknownLead();
      const erased = await transact(database, async (transaction) => {
        const count = await erasePerson(transaction, lead.email);
        await recordAudit(transaction, auditOf(call, 'lead.erase', { kind: 'lead', id }));
        return count;
      });
      return { done: erased === 1 ? '1 lead is erased.' : `${erased} leads are erased.` };
    },
  }),
];
