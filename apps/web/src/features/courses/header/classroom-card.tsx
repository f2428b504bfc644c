import type { Course } from '@meridian/contracts/site/courses/course';
import { TickList } from '@meridian/ui/tick-list';
import { useSalesOpen } from '../../../api/sales.ts';
import { advisorId } from '../../../content/advisor-anchor.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { UpcomingBatches } from '../sections/upcoming-batches.tsx';
import { CoursePrice } from './course-price.tsx';

/** Card of a seat in a live class: what the seat includes, the next batches, and the price. */
export function ClassroomCard({ course }: { course: Course }) {
  const isOpen = useSalesOpen();
  const { upcoming_batches: batches } = course;
  const isClassroom = batches.length > 0 && batches.every(({ city }) => city);
  const bullets = course.live_online_class_data.map((line) => line.description).filter(Boolean);
  return (
    <article className="overflow-hidden rounded-lg border-2 border-brand bg-surface shadow-card">
      <div className="grid gap-x-8 gap-y-7 p-5 sm:p-7 md:grid-cols-2">
        <div>
          <h3 className="mb-4 text-xl">
            {course.live_online_classroom_name || (isClassroom ? 'Classroom' : 'Live online classroom')}
          </h3>
          {bullets.length > 0 ? <TickList items={bullets} className="text-sm" /> : null}
          {batches.length === 0 ? <p className="mt-2 text-ink-soft">No dates yet.</p> : null}
        </div>
        <UpcomingBatches course={course} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line bg-brand-faint px-5 py-5 sm:px-7">
        <CoursePrice course={course} size="text-3xl" />
        <ButtonLink
          to={isOpen ? `/view-schedule/${course.id}` : `#${advisorId}`}
          size="lg"
          className="max-sm:w-full"
        >
          {isOpen ? 'Enroll Now' : 'Enquire'}
        </ButtonLink>
      </div>
    </article>
  );
}
