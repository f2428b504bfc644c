/** Operators, the audit log and the settings. */
import type { AuditRow, OperatorRow, Setting } from '@meridian/contracts/console/operators';
import { roles } from '@meridian/contracts/console/roles';
import { z } from 'zod';
import { HttpProblem } from '../../platform/http/errors.ts';
import { invitationLink, inviteOperator } from '../accounts/invitations.ts';
import { disableOperator, listOperators, resetSecondFactor } from '../accounts/operators.ts';
import { listAudit, recordAudit } from '../audit/audit-log.ts';
import { auditOf } from './server/audit-of.ts';
import { route } from './server/route.ts';

const address = z.email().max(254);
const unknownOperator = () => new HttpProblem(404, 'There is no operator with this address.');
const auditPageSize = 200;

export const operatorRoutes = [
  route({
    method: 'GET',
    path: '/operators',
    access: 'admin',
    async handle({ deps }): Promise<OperatorRow[]> {
      const operators = await listOperators(deps.database);
      return operators.map(({ disabled_at: disabled, last_seen_at: seen, ...operator }) => ({
        ...operator,
        disabled_at: disabled?.toISOString() ?? null,
        last_seen_at: seen?.toISOString() ?? null,
      }));
    },
  }),
  route({
    method: 'POST',
    path: '/operators/invite',
    access: 'admin',
    proof: true,
    body: z.object({ email: address, role: z.enum(roles) }),
    async handle({ deps, body, actor }) {
      const invited = await inviteOperator(deps.database, { ...body, by: actor() });
      if (invited.kind === 'known') throw new HttpProblem(409, 'This address is an operator already.');
      return { link: invitationLink(deps.settings.url, invited.token) };
    },
  }),
  route({
    method: 'POST',
    path: '/operators/disable',
    access: 'admin',
    proof: true,
    body: z.object({ email: address }),
    async handle({ deps, body, actor, session }) {
      if (body.email.toLowerCase() === session().operator.email)
        throw new HttpProblem(409, 'Nobody disables themselves: ask another admin.');
      if (!(await disableOperator(deps.database, body.email, actor()))) throw unknownOperator();
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/operators/reset',
    access: 'admin',
    proof: true,
    body: z.object({ email: address }),
    async handle({ deps, body, actor }) {
      const token = await resetSecondFactor(deps.database, body.email, actor());
      if (token === undefined) throw unknownOperator();
      return { link: invitationLink(deps.settings.url, token) };
    },
  }),
  route({
    method: 'GET',
    path: '/audit',
    access: 'admin',
    query: z.object({
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    async handle(call): Promise<AuditRow[]> {
      await recordAudit(call.deps.database, auditOf(call, 'audit.read', { kind: 'list', id: 'audit' }));
      const { before } = call.query;
      const entries = await listAudit(call.deps.database, {
        limit: auditPageSize,
        ...(before !== undefined && { before }),
      });
      return entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
    },
  }),
  route({
    method: 'GET',
    path: '/settings',
    access: 'viewer',
    handle: async ({ deps }): Promise<readonly Setting[]> => deps.shownSettings,
  }),
];
