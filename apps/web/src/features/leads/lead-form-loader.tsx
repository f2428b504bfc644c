import type { FormName } from '@meridian/contracts/calls';
import { lazyPart } from '../../routing/lazy-part.tsx';
import { Loading } from '../../ui/notice.tsx';
// Have to be there before any form can be filled in or pressed.
import './early-submit.ts';
import './kept-answers.ts';
import './resume-outbox.ts';

export interface LeadFormProps {
  form: FormName;
  /** What the page adds to the visitor's answers, by the names of the form's context. */
  context?: Readonly<Record<string, string | number>>;
  /** Called after a success, for instance to close the modal that holds the form. */
  onSuccess?: () => void;
}

/** A lead form; its code, with the schemas, comes after the page. */
export const LeadForm = lazyPart<LeadFormProps>(
  async () => (await import('./lead-form.tsx')).LeadForm,
  <Loading />,
);
