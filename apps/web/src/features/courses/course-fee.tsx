import { formatRupees, seatFee } from '@meridian/contracts/checkout/pricing';
import type { Course } from '@meridian/contracts/courses/course';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TickList } from '../../ui/tick-list.tsx';
import { FormDialog } from './form-dialog.tsx';
import { UpcomingBatches } from './upcoming-batches.tsx';

/** The two ways to take the course: a seat in a live class, or a class of one's own. */
export function CourseFee({ course }: { course: Course }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.7fr_1fr]">
      <ClassroomCard course={course} />
      <EnterpriseCard course={course} />
    </div>
  );
}

function ClassroomCard({ course }: { course: Course }) {
  const bullets = course.live_online_class_data.map((line) => line.description).filter(Boolean);
  return (
    <article className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div className="grid gap-8 p-5 sm:p-7 md:grid-cols-2">
        <div>
          <h3 className="mb-4 text-xl">{course.live_online_classroom_name || 'Live online classroom'}</h3>
          {bullets.length > 0 ? (
            <TickList items={bullets} className="text-sm" />
          ) : (
            <Notice>No Live online class data found.</Notice>
          )}
        </div>
        <UpcomingBatches batches={course.upcoming_batches} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line bg-sand/50 px-5 py-5 sm:px-7">
        <CoursePrice course={course} />
        <ButtonLink to={`/view-schedule/${course.id}`} size="lg" className="max-sm:w-full">
          Enroll Now
        </ButtonLink>
      </div>
    </article>
  );
}

function CoursePrice({ course }: { course: Course }) {
  const fee = seatFee(course);
  if (fee === null) return <p className="font-semibold">Fees are stated with each batch.</p>;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      {course.fee !== null && course.fee > fee ? (
        <s className="text-lg text-ink-soft">
          <span className="sr-only">instead of </span>
          {formatRupees(course.fee)}
        </s>
      ) : null}
      <strong className="font-display text-3xl">{formatRupees(fee)}</strong>
      <span className="text-sm text-ink-soft">+ GST</span>
    </p>
  );
}

function EnterpriseCard({ course }: { course: Course }) {
  const bullets = course.enterprise_training_data.map((line) => line.description).filter(Boolean);
  return (
    <article className="rounded-lg bg-ink p-5 text-white shadow-card sm:p-7">
      <h3 className="mb-4 text-xl">Enterprise Training</h3>
      {bullets.length > 0 ? (
        <TickList items={bullets} tone="accent" className="text-sm text-white/90" />
      ) : null}
      <FormDialog
        form="skill_up_your_team"
        title="Skill up your team"
        course={course}
        tone="accent"
        className="mt-6 w-full"
      >
        Skill Up Your Teams
      </FormDialog>
    </article>
  );
}
