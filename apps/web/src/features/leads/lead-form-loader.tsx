import { Loading } from '@meridian/ui/notice';
import { lazyPart } from '../../routing/lazy-part.tsx';
import type { LeadFormProps } from './lead-form-props.ts';
// Have to be there before any form can be filled in or pressed.
import './submit-before-hydration.ts';
import './draft-answers.ts';
import './resume-outbox.ts';

/** A lead form; its code, with the schemas, comes after the page. */
export const LeadForm = lazyPart<LeadFormProps>(
  async () => (await import('./lead-form.tsx')).LeadForm,
  <Loading />,
);
