import type { Course } from '@meridian/contracts/courses/course';
import { ArrowRight } from 'lucide-react';
import { formatWeekday } from '../../ui/dates.ts';
import { Link } from '../../ui/link.tsx';
import { LeadForm } from '../leads/public.ts';
import { useFormContext } from './form-context.ts';
import { FormTerms } from './form-terms.tsx';

/** The form for people with questions, and the way to all batches. */
export function AdvisorCard({ course }: { course: Course }) {
  const context = useFormContext(course);
  const next = course.upcoming_batches[0];
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div className="p-5 sm:p-6">
        <h2 className="text-xl">Talk to our advisor</h2>
        <p className="mt-1 mb-4 text-sm text-ink-soft">
          Which course, which batch, who pays: ask, and a person calls you back.
        </p>
        <LeadForm form="talk_to_our_advisor" context={context} />
        <FormTerms />
      </div>
      <div className="border-t border-line bg-brand-faint px-5 py-4 sm:px-6">
        {next ? <p className="text-sm">Next batch: {formatWeekday(next.start_date)}</p> : null}
        <Link
          to={`/view-schedule/${course.id}`}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand-strong underline underline-offset-4"
        >
          View all schedule <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
    </div>
  );
}
