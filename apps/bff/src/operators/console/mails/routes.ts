import {
  type MailPage,
  type MailRow,
  mailPage,
  mailRow,
  type SuppressionRow,
  suppressionRow,
} from '@meridian/contracts/operators/console/desk';
import type { Page } from '@meridian/contracts/operators/console/lists';
import { pageOfRows } from '@meridian/contracts/operators/lists';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { mailStates } from '../../../mail/outbox/mail-state.ts';
import { listSuppressions } from '../../../mail/outbox/suppressions.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { route } from '../server/route.ts';
import { mailList, readMailPage } from './mail-lists.ts';

const maxSuppressions = 1_000;

export const mailRoutes = [
  route({
    method: 'GET',
    path: '/mails',
    access: 'viewer',
    answer: pageOfRows(mailRow),
    query: z.object({
      state: z.enum(mailStates).optional(),
      order: uuid.optional(),
      before: uuid.optional(),
    }),
    handle: ({ deps, query: { before, ...filter } }): Promise<Page<MailRow>> =>
      mailList(deps.database, filter, before),
  }),
  route({
    method: 'GET',
    path: '/mails/:id',
    id: uuid,
    access: 'viewer',
    answer: mailPage,
    async handle(call): Promise<MailPage> {
      const { id } = call;
      const mail = await readMailPage(call.deps.database, id);
      if (!mail) throw new HttpProblem(404, 'Email not found.');
      await call.recordRead('mail.read', { kind: 'mail', id });
      return mail;
    },
  }),
  route({
    method: 'GET',
    path: '/suppressions',
    access: 'viewer',
    answer: suppressionRow.array(),
    async handle({ deps }): Promise<SuppressionRow[]> {
      const found = await listSuppressions(deps.database, maxSuppressions);
      return found.map(({ address_key: id, shown, source, reason, created_at: at }) => ({
        id,
        address: shown,
        source,
        reason,
        created_at: at.toISOString(),
      }));
    },
  }),
];
