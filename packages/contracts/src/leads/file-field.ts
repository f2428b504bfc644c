import type { FormName, LeadFormName } from '../calls.ts';
import type { Field } from './fields.ts';
import { formNames, formOf, type forms } from './forms.ts';

type FieldsOf<Name extends FormName> = (typeof forms)[Name]['fields'][number];

/** Names of the forms with a file field, for tables by form. */
export type FileFormName = {
  [Name in FormName]: Extract<FieldsOf<Name>, { type: 'file' }> extends never ? never : Name;
}[FormName];

/** The file field of a form; undefined if it has none. A form has at most one. */
export function fileFieldOf(name: LeadFormName): Field | undefined {
  return formOf(name).fields.find(({ type }) => type === 'file');
}

/** Forms that are sent as `multipart/form-data`. */
export function fileForms(): FormName[] {
  return formNames.filter((name) => fileFieldOf(name) !== undefined);
}

/** Message for a missing file, from the schema of the field. */
export function fileMissingMessage({ schema }: Field): string {
  return schema.safeParse(undefined).error?.issues[0]?.message ?? 'Please choose a file.';
}
