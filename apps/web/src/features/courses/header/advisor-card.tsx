import type { Course } from '@meridian/contracts/site/courses/course';
import { ArrowRight } from '@meridian/ui/icons';
import { advisorId } from '../../../content/advisor-anchor.ts';
import { Link } from '../../../ui/link.tsx';
import { FormTerms, LeadForm } from '../../leads/public.ts';
import { useFormContext } from '../forms/form-context.ts';
import { FeeCard } from '../lazy-parts.ts';

/** Sidebar with the advisor's form, the link to all batches and, on wide screens, the fee. */
export function AdvisorCard({ course }: { course: Course }) {
  const context = useFormContext(course);
  return (
    <div
      id={advisorId}
      className="overflow-hidden rounded-lg border border-line bg-surface shadow-card print:hidden"
    >
      {/* On narrow screens, the sticky bar shows the price. */}
      <div className="border-b border-line bg-brand-faint max-lg:hidden">
        <FeeCard course={course} />
      </div>
      <div className="p-5 sm:px-6">
        <h2 className="text-xl">Talk to our advisor</h2>
        <p className="mt-1 mb-4 text-sm text-ink-soft">
          Leave your number, and an advisor will call you back.
        </p>
        <LeadForm form="talk_to_our_advisor" context={context} />
        <FormTerms />
      </div>
      <div className="border-t border-line px-5 py-1 sm:px-6">
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
