import type { Course } from '@meridian/contracts/site/courses/course';
import { Image } from '@meridian/ui/image';
import { TickList } from '@meridian/ui/tick-list';

/** Overview of the course, with the certificate. */
export function CourseOverview({ course }: { course: Course }) {
  const lines = course.course_overview.map((line) => line.description).filter(Boolean);
  return (
    <div className="grid gap-8">
      {lines.length > 0 ? <TickList items={lines} /> : null}
      {course.certificate_image ? (
        <figure className="grid items-center gap-6 rounded-lg bg-sand/60 p-5 sm:grid-cols-[18rem_1fr] sm:p-6">
          <Image
            src={course.certificate_image}
            alt={course.certificate_image_title || `Certificate of ${course.name}`}
            width={640}
            height={450}
            className="h-auto w-full rounded-md shadow-raised"
          />
          <figcaption>
            <strong className="font-display text-xl">The certificate at the end</strong>
            {course.bonus ? <span className="mt-2 block text-ink-soft">{course.bonus}</span> : null}
          </figcaption>
        </figure>
      ) : course.bonus ? (
        <p className="text-ink-soft">{course.bonus}</p>
      ) : null}
    </div>
  );
}
