/** Complaints with their clock, as `ops complaints` records and answers them. */
import {
  type ComplaintPage,
  type ComplaintRow,
  complaintAnswer,
  newComplaint,
} from '@meridian/contracts/console/complaints';
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/errors.ts';
import {
  acknowledgeComplaint,
  type Complaint,
  closeComplaint,
  findComplaint,
  listComplaints,
  recordComplaint,
  referenceOf,
} from '../../../privacy/complaints/complaints.ts';
import { recordAudit, recordRead } from '../../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';
import { uuidOf } from '../server/uuid-of.ts';

const subjectOf = (id: string) => ({ kind: 'complaint', id }) as const;

const rowOf = ({ id, channel, outcome, ...complaint }: Complaint): ComplaintRow => ({
  id,
  reference: referenceOf(complaint),
  channel,
  outcome,
  received_at: complaint.received_at.toISOString(),
  acknowledge_by: complaint.acknowledge_by.toISOString(),
  redress_by: complaint.redress_by.toISOString(),
  acknowledged_at: complaint.acknowledged_at?.toISOString() ?? null,
  closed_at: complaint.closed_at?.toISOString() ?? null,
});

const pageOf = (complaint: Complaint): ComplaintPage => ({
  ...rowOf(complaint),
  name: complaint.name,
  email: complaint.email,
  phone: complaint.phone,
  order_id: complaint.order_id,
  matter: complaint.matter,
  answer: complaint.answer,
  erased_at: complaint.erased_at?.toISOString() ?? null,
});

export const complaintRoutes = [
  route({
    method: 'GET',
    path: '/complaints',
    access: 'viewer',
    query: z.object({ all: z.literal('yes').optional() }),
    handle: async ({ deps, query }): Promise<ComplaintRow[]> =>
      (await listComplaints(deps.database, { all: query.all !== undefined })).map(rowOf),
  }),
  route({
    method: 'GET',
    path: '/complaints/:id',
    access: 'viewer',
    async handle(call): Promise<ComplaintPage> {
      const id = uuidOf(call);
      const complaint = await findComplaint(call.deps.database, id);
      if (!complaint) throw new HttpProblem(404, 'There is no such complaint.');
      await recordRead(call.deps.database, auditOf(call, 'complaint.read', subjectOf(id)));
      return pageOf(complaint);
    },
  }),
  route({
    method: 'POST',
    path: '/complaints',
    access: 'desk',
    body: newComplaint,
    async handle(call) {
      const { channel } = call.body;
      const recorded = await recordComplaint(
        call.deps.database,
        call.body,
        ({ id }) =>
          (transaction) =>
            recordAudit(transaction, auditOf(call, 'complaint.record', subjectOf(id), { channel })),
      );
      if (recorded.kind === 'no_order')
        throw new HttpProblem(400, 'There is no order with this id.', {
          errors: { order_id: ['There is no order with this id'] },
        });
      if (recorded.kind === 'in_future')
        throw new HttpProblem(400, 'A complaint cannot be received later than now.', {
          errors: { received_at: ['Later than now'] },
        });
      const { complaint } = recorded;
      return {
        id: complaint.id,
        done: `Recorded as ${referenceOf(complaint)}: tell the person this number within 48 hours of receipt.`,
      };
    },
  }),
  route({
    method: 'POST',
    path: '/complaints/:id/acknowledge',
    access: 'desk',
    async handle(call) {
      const id = uuidOf(call);
      const noted = await acknowledgeComplaint(call.deps.database, id, (transaction) =>
        recordAudit(transaction, auditOf(call, 'complaint.acknowledge', subjectOf(id))),
      );
      if (!noted) throw new HttpProblem(409, 'It is acknowledged already, or closed.');
      return { done: 'Noted. The month until the answer goes on.' };
    },
  }),
  route({
    method: 'POST',
    path: '/complaints/:id/close',
    access: 'desk',
    body: complaintAnswer,
    async handle(call) {
      const id = uuidOf(call);
      const { outcome } = call.body;
      const closed = await closeComplaint(call.deps.database, id, call.body, (transaction) =>
        recordAudit(transaction, auditOf(call, 'complaint.close', subjectOf(id), { outcome })),
      );
      if (!closed) throw new HttpProblem(409, 'It is closed already.');
      return { done: 'The complaint is closed. No mail goes out by itself.' };
    },
  }),
];
