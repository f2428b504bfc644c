import type { Course } from '@meridian/contracts/site/courses/course';
import { TickList } from '@meridian/ui/tick-list';
import { FormDialog } from '../forms/form-dialog.tsx';
import { ClassroomCard } from '../lazy-parts.ts';

/** The two ways to book: a seat in a live class, or a class for a company. */
export function CourseFee({ course }: { course: Course }) {
  return (
    <div className="grid gap-5">
      <ClassroomCard course={course} />
      <EnterpriseCard course={course} />
    </div>
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
