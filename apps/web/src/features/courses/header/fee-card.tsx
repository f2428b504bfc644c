import { formatDay } from '@meridian/contracts/format-time';
import type { Course } from '@meridian/contracts/site/courses/course';
import { CalendarDays } from '@meridian/ui/icons';
import { useSalesOpen } from '../../../api/sales.ts';
import { advisorId } from '../../../content/advisor-anchor.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { CoursePrice } from './course-price.tsx';

/** Price, next batch and the enrol button. While sales are closed, a link to the enquiry form. */
export function FeeCard({ course }: { course: Course }) {
  const isOpen = useSalesOpen();
  const next = course.upcoming_batches[0];
  return (
    <div className="px-6 py-5">
      <CoursePrice course={course} size="text-2xl" />
      {next ? (
        <p className="mt-2 flex items-start gap-2.5 text-sm text-ink-soft">
          <CalendarDays aria-hidden="true" className="mt-1 size-4 shrink-0 text-brand" />
          <span>
            Next batch: <strong className="font-semibold text-ink">{formatDay(next.start_date)}</strong>
          </span>
        </p>
      ) : null}
      <ButtonLink
        to={isOpen ? `/view-schedule/${course.id}` : `#${advisorId}`}
        tone="accent"
        className="mt-4 w-full"
      >
        {isOpen ? 'Enroll Now' : 'Enquire'}
      </ButtonLink>
    </div>
  );
}
