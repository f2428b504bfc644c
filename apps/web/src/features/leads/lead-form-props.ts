import type { LeadFormName } from '@meridian/contracts/calls';

export interface LeadFormProps {
  form: LeadFormName;
  /** The page's values, sent with the visitor's answers, by context name. */
  context?: Readonly<Record<string, string | number>>;
  /** Initial values of fields, by name. */
  initial?: Readonly<Record<string, string>>;
  /** Called after a success, for instance to close the modal that holds the form. */
  onSuccess?: () => void;
}
