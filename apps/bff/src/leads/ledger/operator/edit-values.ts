/** What an operator may change of a lead: its form's own fields, by its form's own rules. */
import type { LeadFormName } from '@meridian/contracts/calls';
import { sentCrmRecord } from '@meridian/contracts/leads/crm-record';
import { submissionSchema, toSubmission } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import { fieldErrorsOf } from '../../../platform/http/errors.ts';
import type { Lead, LeadValues } from '../store/tables.ts';

/** A value for the first of these fields that the form has. */
export interface FieldChange {
  fields: readonly string[];
  value: string;
}

export type EditedValues =
  | { values: LeadValues /** In lower case. */; email: string; changed: string[] }
  /** Reasons against the edit, without values. */
  | { refusal: string[] };

type Editable = Pick<Lead, 'door' | 'form' | 'values'>;

function fieldsOf({ door, form }: Editable): string[] {
  if (door === 'crm') return Object.keys(sentCrmRecord.shape);
  const { fields, context, crmContext } = formOf(form);
  const own = fields.filter((field) => field.type !== 'file' && !field.browserOnly);
  return [...own.map(({ name }) => name), ...Object.keys(context), ...Object.keys(crmContext ?? {})];
}

function parseForm(form: LeadFormName, values: LeadValues): LeadValues | { refusal: string[] } {
  const parsed = submissionSchema(form).safeParse(values);
  return parsed.success ? toSubmission(form, parsed.data).values : { refusal: sentences(parsed.error) };
}

function parseRecord(values: LeadValues): LeadValues | { refusal: string[] } {
  const parsed = sentCrmRecord.safeParse(values);
  if (!parsed.success) return { refusal: sentences(parsed.error) };
  const entries = Object.entries(parsed.data);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function sentences(error: Parameters<typeof fieldErrorsOf>[0]): string[] {
  return Object.entries(fieldErrorsOf(error)).map(([field, messages]) => `${field}: ${messages.join(', ')}`);
}

/**
 * Applies changes to a lead's values.
 * @returns the values, or the reasons against the change
 */
export function editValues(lead: Editable, changes: readonly FieldChange[]): EditedValues {
  const known = fieldsOf(lead);
  const named = changes.map(({ fields, value }) => ({
    field: fields.find((name) => known.includes(name)),
    value,
  }));
  const unknown = changes.filter((_change, index) => named[index]?.field === undefined);
  if (unknown.length > 0)
    return {
      refusal: unknown.map(({ fields }) => `${fields[0]}: no such field. Fields: ${known.join(', ')}`),
    };
  const given = { ...lead.values, ...Object.fromEntries(named.map(({ field, value }) => [field, value])) };
  const values = lead.door === 'crm' ? parseRecord(given) : parseForm(lead.form, given);
  if (isRefusal(values)) return values;
  const changed = known.filter(
    (name) => named.some(({ field }) => field === name) && values[name] !== lead.values[name],
  );
  if (changed.length === 0) return { refusal: ['The lead holds these values already'] };
  return { values, changed, email: String(values.email ?? values.Email).toLowerCase() };
}

function isRefusal(values: LeadValues | { refusal: string[] }): values is { refusal: string[] } {
  return Array.isArray(values.refusal);
}
