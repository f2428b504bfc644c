/** Rows of lead lists, with masked contact details. */
import type { LeadRow } from '@meridian/contracts/operators/console/leads';
import { type LeadValues, leadValues, type StoredLead } from '../../../leads/ledger/store/tables.ts';
import { maskEmail, maskPhone } from '../mask.ts';

const textOf = (values: LeadValues, ...names: string[]) =>
  names.map((name) => values[name]).find((value) => value !== undefined && value !== '');

/** @param values undefined if they are unreadable */
export const phoneOf = (values: LeadValues | undefined) =>
  String(textOf(values ?? {}, 'phone_number', 'mobile_number', 'Phone') ?? '');

function nameOf(values: LeadValues): string {
  const whole = textOf(values, 'full_name', 'name');
  const parts = [textOf(values, 'first_name', 'First_Name'), textOf(values, 'last_name', 'Last_Name')];
  return String(whole ?? parts.filter((part) => part !== undefined).join(' '));
}

export const listedColumns = [
  'id',
  'form',
  'email',
  'values',
  'forward_state',
  'crm_state',
  'last_error',
  'received_at',
] as const;
export type ListedLead = Pick<StoredLead, (typeof listedColumns)[number]>;

export function leadRow(lead: ListedLead): LeadRow {
  const values = leadValues.tryParse(lead.values);
  return {
    id: lead.id,
    form: lead.form,
    name: values ? nameOf(values) : 'Unreadable',
    email: maskEmail(lead.email),
    phone: maskPhone(phoneOf(values)),
    course: String(textOf(values ?? {}, 'course_name', 'course', 'Course_Name1', 'course_title') ?? ''),
    forward_state: lead.forward_state,
    crm_state: lead.crm_state,
    last_error: lead.last_error,
    received_at: lead.received_at.toISOString(),
  };
}
