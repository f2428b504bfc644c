import type { LeadFormName } from '@meridian/contracts/calls';

export interface LeadFormProps {
  form: LeadFormName;
  /** Values of the page that are sent with the visitor's answers, by context name. */
  context?: Readonly<Record<string, string | number>>;
  /** Initial values of fields, by name. */
  initial?: Readonly<Record<string, string>>;
  /** Called after a success, for example to close the modal that contains the form. */
  onSuccess?: () => void;
}
