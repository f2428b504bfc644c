/** The checkout while sales are closed: an enquiry form about the course. */
import type { Selection } from '@meridian/contracts/enrolment/selection';
import { useMemo } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { draftAnswers, FormTerms, LeadForm } from '../leads/public.ts';
import { TakeOver } from './server-content.tsx';

export const closedNotice = 'Enrolment is not open at present.';

export function Enquiry({ selection }: { selection: Selection }) {
  const { course_id, course_name } = selection;
  const context = useMemo(
    () => ({
      course_id,
      course_name,
      get page_url() {
        return location.href;
      },
    }),
    [course_id, course_name],
  );
  // The values that the visitor typed into the order form.
  const initial = useMemo(() => {
    const { first_name = '', last_name = '', email = '', phone_number = '' } = draftAnswers('checkout');
    return { full_name: `${first_name} ${last_name}`.trim(), email, phone_number };
  }, []);
  return (
    <section
      aria-labelledby="enquiry"
      className="max-w-text rounded-lg border border-line bg-surface p-5 shadow-card sm:p-8"
    >
      <TakeOver />
      <h2 id="enquiry" className="text-2xl">
        Enquire about {course_name}
      </h2>
      <p role="status" className="mt-2 font-semibold">
        {closedNotice}
      </p>
      <p className="mt-1 mb-6 text-ink-soft">Send us an enquiry, and we will call you back.</p>
      <LeadForm form="talk_to_our_advisor" context={context} initial={initial} />
      <FormTerms />
      <ButtonLink to={`/view-schedule/${course_id}`} tone="outline" className="mt-6">
        See all dates and prices
      </ButtonLink>
    </section>
  );
}
