/** Edits of a lead's values by an operator: the fields of its form, validated by the rules of its form. */
import type { LeadFormName } from '@meridian/contracts/calls';
import type { FieldErrors } from '@meridian/contracts/envelope';
import { sentCrmRecord } from '@meridian/contracts/leads/crm-record';
import { submissionSchema, toSubmission } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import { fieldErrorsOf } from '../../../platform/http/problems/errors.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Lead, LeadValues } from '../store/tables.ts';

/** A new value for the first of `fields` that the form has. */
export interface FieldChange {
  fields: readonly string[];
  value: string;
}

export interface EditedValues {
  values: LeadValues;
  /** In lower case. */
  email: string;
  /** Names of the changed fields. */
  changed: string[];
}

type Editable = Pick<Lead, 'endpoint' | 'form' | 'values'>;

/** The refusal for invalid values. Its message contains no values. */
function refused(errors: FieldErrors): Refusal {
  const sentences = Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(', ')}`);
  return new Refusal('conflict', 'lead_values_refused', sentences.join('; '), { errors });
}

function fieldsOf({ endpoint, form }: Editable): string[] {
  if (endpoint === 'crm') return Object.keys(sentCrmRecord.shape);
  const { fields, context, crmContext } = formOf(form);
  const own = fields.filter((field) => field.type !== 'file' && !field.browserOnly);
  return [...own.map(({ name }) => name), ...Object.keys(context), ...Object.keys(crmContext ?? {})];
}

function parseForm(form: LeadFormName, values: LeadValues): LeadValues {
  const parsed = submissionSchema(form).safeParse(values);
  if (!parsed.success) throw refused(fieldErrorsOf(parsed.error));
  return toSubmission(form, parsed.data).values;
}

function parseRecord(values: LeadValues): LeadValues {
  const parsed = sentCrmRecord.safeParse(values);
  if (!parsed.success) throw refused(fieldErrorsOf(parsed.error));
  const entries = Object.entries(parsed.data);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Applies changes to a lead's values. @throws Refusal */
export function editValues(lead: Editable, changes: readonly FieldChange[]): EditedValues {
  const known = fieldsOf(lead);
  const named = changes.map(({ fields, value }) => {
    const field = fields.find((name) => known.includes(name));
    if (field === undefined)
      throw refused({ [String(fields[0])]: [`unknown field. Fields: ${known.join(', ')}`] });
    return [field, value] as const;
  });
  const given = { ...lead.values, ...Object.fromEntries(named) };
  const values = lead.endpoint === 'crm' ? parseRecord(given) : parseForm(lead.form, given);
  const changed = known.filter(
    (name) => named.some(([field]) => field === name) && values[name] !== lead.values[name],
  );
  if (changed.length === 0)
    throw new Refusal('conflict', 'lead_unchanged', 'The lead already has these values.');
  return { values, changed, email: String(values.email ?? values.Email).toLowerCase() };
}
