import type { LeadFormName } from '@meridian/contracts/calls';

export interface LeadFormProps {
  form: LeadFormName;
  /** What the page adds to the visitor's answers, by the names of the form's context. */
  context?: Readonly<Record<string, string | number>>;
  /** What stands in fields at the beginning, by their names. */
  initial?: Readonly<Record<string, string>>;
  /** Called after a success, for instance to close the modal that holds the form. */
  onSuccess?: () => void;
}
