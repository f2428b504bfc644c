/** Complaints with their deadlines. */

import {
  type ComplaintPage,
  type ComplaintRow,
  complaintPage,
  complaintRow,
} from '@meridian/contracts/operators/actions/complaints';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import {
  type Complaint,
  findComplaint,
  listComplaints,
  toComplaintRow,
} from '../../../privacy/complaints/complaints.ts';
import { route } from '../server/route.ts';

const pageOf = (complaint: Complaint): ComplaintPage => ({
  ...toComplaintRow(complaint),
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
    answer: complaintRow.array(),
    query: z.object({ all: z.literal('yes').optional() }),
    handle: async ({ deps, query }): Promise<ComplaintRow[]> =>
      (await listComplaints(deps.database, { all: query.all !== undefined })).map(toComplaintRow),
  }),
  route({
    method: 'GET',
    path: '/complaints/:id',
    id: uuid,
    access: 'viewer',
    answer: complaintPage,
    async handle(call): Promise<ComplaintPage> {
      const { id } = call;
      const complaint = await findComplaint(call.deps.database, id);
      if (!complaint) throw new HttpProblem(404, 'Complaint not found.');
      await call.recordRead('complaint.read', { kind: 'complaint', id });
      return pageOf(complaint);
    },
  }),
];
