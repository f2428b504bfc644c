import type { FormName, LeadFormName } from '../calls.ts';
import type { Field } from './fields.ts';
import { formNames, formOf, type forms } from './forms.ts';

type FieldsOf<Name extends FormName> = (typeof forms)[Name]['fields'][number];

/** The names of the forms with a file, for tables that have a row for each form with or without. */
export type FileFormName = {
  [Name in FormName]: Extract<FieldsOf<Name>, { type: 'file' }> extends never ? never : Name;
}[FormName];

/** The field of a form that takes a file; undefined for a form without. A form has one at most. */
export function fileFieldOf(name: LeadFormName): Field | undefined {
  return formOf(name).fields.find(({ type }) => type === 'file');
}

/** The forms that come with a file, as `multipart/form-data`. */
export function fileForms(): FormName[] {
  return formNames.filter((name) => fileFieldOf(name) !== undefined);
}

/** What is told where the file of a field is missing: the message of the field's own schema. */
export function fileMissingMessage({ schema }: Field): string {
  return schema.safeParse(undefined).error?.issues[0]?.message ?? 'Please choose a file.';
}
