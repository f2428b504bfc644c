import { formatDate } from '@meridian/contracts/format-time';
import { formatWhole } from '@meridian/contracts/indian-number';
import type { Course } from '@meridian/contracts/site/courses/course';
import { instance } from '@meridian/contracts/site/instance';
import { Users } from '@meridian/ui/icons';
import { Stars } from '@meridian/ui/stars';
import type { ReactNode } from 'react';

function Badge({ children }: { children: ReactNode }) {
  return <li className="flex items-center gap-2.5">{children}</li>;
}

/**
 * Ratings of the course and of the provider, the number of learners, and the publication date. If the course
 * has no rating, the provider's rating is hidden too, because visitors would take it for the course's rating.
 */
export function CourseBadges({ course }: { course: Course }) {
  const { rating } = instance().claims;
  return (
    <ul className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2.5 text-sm">
      {course.rating === null ? null : (
        <>
          <Badge>
            <Stars rating={course.rating} label={`Course rated ${course.rating} out of 5`} />
            <span>
              <strong>{course.rating}/5</strong> for this course
            </span>
          </Badge>
          {rating ? (
            <Badge>
              <span>
                <strong>{rating.value}/5</strong> from {rating.reviews}
              </span>
            </Badge>
          ) : null}
        </>
      )}
      {course.learners_enrolled > 0 ? (
        <Badge>
          <Users aria-hidden="true" className="size-5 shrink-0 text-accent" />
          <span>
            <strong>{formatWhole(course.learners_enrolled)}+</strong> learners enrolled
          </span>
        </Badge>
      ) : null}
      {course.published_date ? (
        <li className="text-white/75">
          Published <time dateTime={course.published_date}>{formatDate(course.published_date)}</time>
        </li>
      ) : null}
    </ul>
  );
}
