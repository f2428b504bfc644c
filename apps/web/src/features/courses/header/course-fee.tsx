import type { Course } from '@meridian/contracts/courses/course';
import { Notice } from '@meridian/ui/notice';
import { TickList } from '@meridian/ui/tick-list';
import { lazyPart } from '../../../routing/lazy-part.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import type { UpcomingBatchesProps } from '../sections/upcoming-batches.tsx';
import { CoursePrice } from './course-price.tsx';

const UpcomingBatches = lazyPart<UpcomingBatchesProps>(
  async () => (await import('../sections/upcoming-batches.tsx')).UpcomingBatches,
);

/** The two ways to book: a seat in a live class, or a class for a company. */
export function CourseFee({ course }: { course: Course }) {
  return (
    <div className="grid gap-5">
      <ClassroomCard course={course} />
      <EnterpriseCard course={course} />
    </div>
  );
}

function ClassroomCard({ course }: { course: Course }) {
  const bullets = course.live_online_class_data.map((line) => line.description).filter(Boolean);
  return (
    <article className="overflow-hidden rounded-lg border-2 border-brand bg-surface shadow-card">
      <div className="grid gap-x-8 gap-y-7 p-5 sm:p-7 md:grid-cols-2">
        <div>
          <h3 className="mb-4 text-xl">{course.live_online_classroom_name || 'Live online classroom'}</h3>
          {bullets.length > 0 ? (
            <TickList items={bullets} className="text-sm" />
          ) : (
            <Notice>No Live online class data found.</Notice>
          )}
        </div>
        <UpcomingBatches batches={course.upcoming_batches} courseId={course.id} courseName={course.name} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line bg-brand-faint px-5 py-5 sm:px-7">
        <CoursePrice course={course} size="text-3xl" />
        <ButtonLink to={`/view-schedule/${course.id}`} size="lg" className="max-sm:w-full">
          Enroll Now
        </ButtonLink>
      </div>
    </article>
  );
}

function EnterpriseCard({ course }: { course: Course }) {
  const bullets = course.enterprise_training_data.map((line) => line.description).filter(Boolean);
  return (
    <article className="grid gap-5 rounded-lg bg-ink p-5 text-white shadow-card sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <h3 className="text-xl">Enterprise Training</h3>
        <FormDialog
          form="skill_up_your_team"
          title="Skill up your team"
          course={course}
          tone="onDark"
          className="max-sm:w-full"
        >
          Skill Up Your Teams
        </FormDialog>
      </div>
      {bullets.length > 0 ? (
        <TickList items={bullets} tone="accent" className="gap-x-8 text-sm text-white/90 md:grid-cols-2" />
      ) : null}
    </article>
  );
}
