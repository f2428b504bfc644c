/** People who asked to be erased, as `ops data-requests` lists and meets them. */
import type { DataRequestRow } from '@meridian/contracts/console/data-requests';
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/errors.ts';
import {
  type ErasureResult,
  eraseRequested,
  listDataRequests,
  type OpenDataRequest,
  refuseRequest,
} from '../../../privacy/data-requests/operator-queue.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { maskEmail } from '../mask.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';
import { uuidOf } from '../server/uuid-of.ts';

const none = 'No such request waits: it was erased or refused already.';

const rowOf = (request: OpenDataRequest): DataRequestRow => ({
  id: request.id,
  email: maskEmail(request.email),
  days_left: request.days_left,
  outcome: request.outcome,
  note: request.note,
  asked_at: request.confirmed_at?.toISOString() ?? null,
  due_at: request.due_at?.toISOString() ?? null,
  closed_at: request.closed_at?.toISOString() ?? null,
});

function wordsOf({ enquiries, bookings, documents, waiting, crmIds }: ErasureResult): string {
  return [
    `Erased: ${enquiries} enquiries, ${bookings} bookings.`,
    documents > 0 && `${documents} documents of tax law stay.`,
    crmIds.length > 0 && `To be deleted in the CRM by hand: ${crmIds.join(', ')}.`,
    waiting.length > 0
      ? `Not settled yet: ${waiting.join(', ')}. Erase again once they are.`
      : 'The request is closed.',
  ]
    .filter(Boolean)
    .join(' ');
}

export const dataRequestRoutes = [
  route({
    method: 'GET',
    path: '/data-requests',
    access: 'viewer',
    query: z.object({ all: z.literal('yes').optional() }),
    handle: async ({ deps, query }): Promise<DataRequestRow[]> =>
      (await listDataRequests(deps.database, { all: query.all !== undefined })).map(rowOf),
  }),
  route({
    method: 'POST',
    path: '/data-requests/:id/erase',
    access: 'admin',
    proof: true,
    async handle(call) {
      const id = uuidOf(call);
      const { database, health } = call.deps;
      const entry = auditOf(call, 'data_request.erase', { kind: 'data_request', id });
      const result = await eraseRequested({ database, sendsMails: health.sendsMail }, id, (transaction) =>
        recordAudit(transaction, entry),
      );
      if (!result) throw new HttpProblem(409, none);
      if (result.waiting.length > 0) await recordAudit(database, entry);
      return { done: wordsOf(result) };
    },
  }),
  route({
    method: 'POST',
    path: '/data-requests/:id/refuse',
    access: 'admin',
    body: z.object({ note: z.string().trim().min(1, { error: 'Say why' }).max(500) }),
    async handle(call) {
      const id = uuidOf(call);
      const refused = await refuseRequest(call.deps.database, id, call.body.note, (transaction) =>
        recordAudit(transaction, auditOf(call, 'data_request.refuse', { kind: 'data_request', id })),
      );
      if (!refused) throw new HttpProblem(409, none);
      return {
        done: 'The request is closed as refused. Write to the person why: no mail goes out by itself.',
      };
    },
  }),
];
