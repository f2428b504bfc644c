import { seatFee } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import { formatWhole } from '@meridian/contracts/indian-number';
import type { CourseCard as Course } from '@meridian/contracts/site/courses/course-card';
import { shortCodeOf } from '@meridian/contracts/site/courses/short-codes';
import { CalendarDays, Clock, Users } from '@meridian/ui/icons';
import { Image } from '@meridian/ui/image';
import { Link } from '../../ui/link.tsx';
import { SeatPrice } from '../../ui/seat-price.tsx';

/** A course with its category, next batch, days, level, learners and price. */
export function CourseCard({ course, eager = false }: { course: Course; eager?: boolean }) {
  const name = course.name || 'Course name not available';
  const code = shortCodeOf(course.seo_slug);
  const fee = seatFee(course);
  return (
    <article className="group relative flex w-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card transition-shadow hover:shadow-raised">
      <Image
        src={course.image}
        alt=""
        missing="Course Image not available"
        width={800}
        height={450}
        eager={eager}
        className="aspect-video w-full bg-brand-faint object-cover"
      />
      <div className="flex grow flex-col gap-3 p-5">
        <p className="flex flex-wrap items-center justify-between gap-2 text-xs font-bold text-brand-strong">
          <span>{course.category_name || 'Course category not available'}</span>
          {code ? (
            <span className="rounded-sm bg-accent-soft px-2 py-0.5 text-accent-strong">{code}</span>
          ) : null}
        </p>
        <h3 className="grow text-xl">
          <Link
            to={`/${course.category_seo_slug}/${course.seo_slug}`}
            className="after:absolute after:inset-0 after:rounded-lg group-hover:text-brand-strong"
          >
            {name}
          </Link>
        </h3>
        <ul className="grid gap-1.5 text-sm text-ink-soft">
          {course.next_batch_date ? (
            <li className="flex items-center gap-2">
              <CalendarDays aria-hidden="true" className="size-4 shrink-0 text-brand" />
              Next batch {formatDay(course.next_batch_date)}
            </li>
          ) : null}
          {course.training_days > 0 ? (
            <li className="flex items-center gap-2">
              <Clock aria-hidden="true" className="size-4 shrink-0 text-brand" />
              <span>
                {course.training_days === 1 ? '1 day' : `${course.training_days} days`}
                {course.level ? ` · ${course.level}` : null}
              </span>
            </li>
          ) : null}
          {course.learners_enrolled > 0 ? (
            <li className="flex items-center gap-2">
              <Users aria-hidden="true" className="size-4 shrink-0 text-brand" />
              {formatWhole(course.learners_enrolled)}+ learners
            </li>
          ) : null}
        </ul>
        {fee !== null ? (
          <div className="mt-auto border-t border-line pt-3">
            <SeatPrice fee={fee} original={course.fee} size="text-xl" />
          </div>
        ) : null}
      </div>
    </article>
  );
}
