import type { MailPage, MailRow, SuppressionRow } from '@meridian/contracts/console/desk';
import type { Page } from '@meridian/contracts/console/lists';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { mailStates } from '../../../mail/outbox/mail-state.ts';
import { notResent, resendMail } from '../../../mail/outbox/resend-mail.ts';
import { liftSuppressionOf, listSuppressions } from '../../../mail/outbox/suppressions.ts';
import { transact } from '../../../platform/database/transact.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { recordAudit, recordRead } from '../../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';
import { uuidOf } from '../server/uuid-of.ts';
import { mailList, mailPage } from './mail-lists.ts';

const mostSuppressions = 1_000;

export const mailRoutes = [
  route({
    method: 'GET',
    path: '/mails',
    access: 'viewer',
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
    access: 'viewer',
    async handle(call): Promise<MailPage> {
      const id = uuidOf(call);
      const mail = await mailPage(call.deps.database, id);
      if (!mail) throw new HttpProblem(404, 'There is no such mail.');
      await recordRead(call.deps.database, auditOf(call, 'mail.read', { kind: 'mail', id }));
      return mail;
    },
  }),
  route({
    method: 'POST',
    path: '/mails/:id/resend',
    access: 'desk',
    async handle(call) {
      const id = uuidOf(call);
      const { database, checkout } = call.deps;
      const resent = await resendMail({ database, jobs: checkout.jobs }, id, (transaction) =>
        recordAudit(transaction, auditOf(call, 'mail.resend', { kind: 'mail', id })),
      );
      if (!resent) throw new HttpProblem(409, `${notResent}.`);
      return { done: 'The mail is sent again.' };
    },
  }),
  route({
    method: 'GET',
    path: '/suppressions',
    access: 'viewer',
    async handle({ deps }): Promise<SuppressionRow[]> {
      const found = await listSuppressions(deps.database, mostSuppressions);
      return found.map(({ address_key: id, shown, source, reason, created_at: at }) => ({
        id,
        address: shown,
        source,
        reason,
        created_at: at.toISOString(),
      }));
    },
  }),
  route({
    method: 'POST',
    path: '/suppressions/lift',
    access: 'desk',
    body: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/, { error: 'Not an entry of the list' }) }),
    async handle(call) {
      const { id } = call.body;
      const lifted = await transact(call.deps.database, async (transaction) => {
        const done = await liftSuppressionOf(transaction, id);
        if (done)
          await recordAudit(transaction, auditOf(call, 'mail.unsuppress', { kind: 'suppression', id }));
        return done;
      });
      if (!lifted) throw new HttpProblem(409, 'This address is not suppressed.');
      return { done: 'The address gets mails again.' };
    },
  }),
];
