import type { FormName } from '@meridian/contracts/calls';

export interface LeadFormProps {
  form: FormName;
  /** What the page adds to the visitor's answers, by the names of the form's context. */
  context?: Readonly<Record<string, string | number>>;
  /** Called after a success, for instance to close the modal that holds the form. */
  onSuccess?: () => void;
}
