/** Complaints, with the deadlines of the Consumer Protection (E-Commerce) Rules, 2020. */
import { z } from 'zod';
import { emailSchema } from '../../leads/fields.ts';
import { uuid } from '../../uuid.ts';
import { action } from './action.ts';

const channel = z.enum(['mail', 'phone', 'letter', 'other']);
const outcome = z.enum(['redressed', 'rejected', 'withdrawn']);
export type ComplaintOutcome = z.output<typeof outcome>;

/** A complaint without its text and without the person. Times are ISO 8601. */
export const complaintRow = z.object({
  id: z.string(),
  /** Number of the complaint, which the complainant gets, for example `C-12`. */
  reference: z.string(),
  channel,
  received_at: z.string(),
  acknowledge_by: z.string(),
  redress_by: z.string(),
  acknowledged_at: z.string().nullable(),
  closed_at: z.string().nullable(),
  outcome: outcome.nullable(),
});
export type ComplaintRow = z.output<typeof complaintRow>;

export const complaintPage = complaintRow.extend({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  order_id: z.string().nullable(),
  matter: z.string(),
  answer: z.string().nullable(),
  erased_at: z.string().nullable(),
});
export type ComplaintPage = z.output<typeof complaintPage>;

const result = { complaints: z.array(complaintRow) };
const changes = ['Complaints', 'Today'] as const;

export const complaintsAdd = action({
  name: 'complaints.add',
  title: 'Recorded a complaint',
  role: 'desk',
  stepUp: false,
  positional: [],
  input: z.strictObject({
    channel,
    matter: z.string().trim().min(1, { error: 'Enter what the complaint is about' }).max(5_000),
    /** Name and email address are absent for an anonymous complaint. */
    name: z.string().trim().max(150).optional(),
    email: emailSchema.optional().meta({ title: 'ADDRESS' }),
    phone: z.string().trim().max(40).optional(),
    /** Booking number, or id of the order. */
    order: z.string().trim().min(6).max(36).optional().meta({ title: 'BOOKING' }),
    /** Time of receipt, if it was earlier than now. */
    received: z.iso.datetime({ offset: true }).optional().meta({ title: 'TIME' }),
  }),
  result,
  changes,
});
export type NewComplaint = z.output<typeof complaintsAdd.input>;

export const complaintsAcknowledge = action({
  name: 'complaints.acknowledge',
  title: 'Marked a complaint as acknowledged',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({ id: uuid }),
  result,
  changes,
});

export const complaintsClose = action({
  name: 'complaints.close',
  title: 'Closed a complaint',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({
    id: uuid,
    outcome,
    answer: z.string().trim().min(1, { error: 'Enter the answer' }).max(2_000),
  }),
  result,
  changes,
});
