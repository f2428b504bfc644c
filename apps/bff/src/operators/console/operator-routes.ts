/** Routes of operators, the audit log and the settings. */
import type { Page } from '@meridian/contracts/operators/console/lists';
import {
  type AuditRow,
  auditRow,
  type OperatorRow,
  operatorRow,
  type Setting,
  setting,
} from '@meridian/contracts/operators/console/operators';
import { pageOfRows } from '@meridian/contracts/operators/lists';
import { z } from 'zod';
import { listOperators } from '../accounts/operators.ts';
import { listAudit } from '../audit/audit-log.ts';
import { listFilter, timestampsOf } from './lists/list-filter.ts';
import { pageOf, pageSize } from './lists/read-page.ts';
import { route } from './server/route.ts';

export const operatorRoutes = [
  route({
    method: 'GET',
    path: '/operators',
    access: 'admin',
    answer: operatorRow.array(),
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
      operator: z.string().max(254).optional(),
      action: z.string().max(60).optional(),
      subject: z.string().trim().max(200).optional(),
      from: listFilter.from,
      to: listFilter.to,
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    answer: pageOfRows(auditRow),
    async handle(call): Promise<Page<AuditRow>> {
      const { database } = call.deps;
      await call.recordRead('audit.read', { kind: 'list', id: 'audit' });
      const { before, from, to, ...filter } = call.query;
      const { start, end } = timestampsOf({ from, to });
      const found = await listAudit(database, {
        ...filter,
        from: start,
        to: end,
        before,
        limit: pageSize + 1,
      });
      return pageOf(found, null, {
        keyOf: ({ id }) => id,
        shown: (entry) => ({ ...entry, at: entry.at.toISOString() }),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/settings',
    access: 'viewer',
    answer: setting.array().readonly(),
    handle: async ({ deps }): Promise<readonly Setting[]> => deps.shownSettings(),
  }),
];
