/** The operator assigned to a lead or an order, so that two operators do not do the same work. */
import { z } from 'zod';
import { uuid } from '../../uuid.ts';
import { action } from './action.ts';

export const assignmentRow = z.object({
  kind: z.enum(['lead', 'order']),
  id: z.string(),
  /** Email address of the operator. */
  email: z.string(),
  name: z.string(),
  /** ISO 8601. */
  assigned_at: z.string(),
});
export type AssignmentRow = z.output<typeof assignmentRow>;

const rights = { role: ['desk', 'finance'], stepUp: false, changes: ['Assignments'] } as const;
const input = z.strictObject({
  id: uuid,
  /** Email address of an operator; `nobody` to unassign. */
  operator: z.string().trim().toLowerCase().min(1).max(254),
});
/** Empty if no operator is assigned. */
const result = { assignments: z.array(assignmentRow) };

export const leadsAssign = action({
  ...rights,
  name: 'leads.assign',
  title: 'Changed the assignment of a lead',
  positional: ['id', 'operator'],
  input,
  result,
});

export const ordersAssign = action({
  ...rights,
  name: 'orders.assign',
  title: 'Changed the assignment of an order',
  positional: ['id', 'operator'],
  input,
  result,
});
