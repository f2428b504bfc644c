/** Complaints with the clock of the Consumer Protection (E-Commerce) Rules, 2020. */
import { z } from 'zod';
import { emailSchema } from '../leads/fields.ts';

export const complaintChannels = ['mail', 'phone', 'letter', 'other'] as const;
export type ComplaintChannel = (typeof complaintChannels)[number];

export const complaintOutcomes = ['redressed', 'rejected', 'withdrawn'] as const;
export type ComplaintOutcome = (typeof complaintOutcomes)[number];

const text = (max: number) => z.string().trim().max(max).default('');

/** What an operator writes down. Anonymous complaints have no name and no address. */
export const newComplaint = z.object({
  channel: z.enum(complaintChannels),
  matter: z.string().trim().min(1, { error: 'Say what it is about' }).max(5_000),
  name: text(150),
  email: z.union([z.literal(''), emailSchema]).default(''),
  phone: text(40),
  order_id: z.union([z.literal(''), z.uuid({ error: 'Not the id of an order' })]).default(''),
  /** When it arrived, where that was before now. */
  received_at: z.iso.datetime({ offset: true }).optional(),
});
export type NewComplaint = z.output<typeof newComplaint>;

export const complaintAnswer = z.object({
  outcome: z.enum(complaintOutcomes),
  answer: z.string().trim().min(1, { error: 'Say what was answered' }).max(2_000),
});

export interface ComplaintRow {
  id: string;
  /** The ticket number that the person is told, such as `C-12`. */
  reference: string;
  channel: ComplaintChannel;
  received_at: string;
  acknowledge_by: string;
  redress_by: string;
  acknowledged_at: string | null;
  closed_at: string | null;
  outcome: ComplaintOutcome | null;
}

export interface ComplaintPage extends ComplaintRow {
  name: string;
  email: string;
  phone: string;
  order_id: string | null;
  matter: string;
  answer: string | null;
  erased_at: string | null;
}
