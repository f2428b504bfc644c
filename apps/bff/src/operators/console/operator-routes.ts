/** Operators, the audit log and the settings. */
import type { AuditRow, OperatorRow, Setting } from '@meridian/contracts/console/operators';
import { z } from 'zod';
import { listOperators } from '../accounts/operators.ts';
import { listAudit, recordAudit } from '../audit/audit-log.ts';
import { auditOf } from './server/audit-of.ts';
import { route } from './server/route.ts';

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
