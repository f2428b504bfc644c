import { Loading } from '@meridian/ui/notice';
import { lazyPart } from '../../routing/lazy-part.tsx';
import type { LeadFormProps } from './lead-form-props.ts';
// These modules are part of the first load, because they must run before hydration.
import './submit-before-hydration.ts';
import './draft-answers.ts';
import './resume-outbox.ts';

/** A lead form, lazily hydrated together with its schemas. */
export const LeadForm = lazyPart<LeadFormProps>(
  async () => (await import('./lead-form.tsx')).LeadForm,
  <Loading className="min-h-96" />,
);
