import type { Course } from '@meridian/contracts/courses/course';
import { shortCodeOf } from '@meridian/contracts/courses/short-codes';
import { CalendarDays, Download, Users } from 'lucide-react';
import { claims } from '../../site-content.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { formatDay } from '../../ui/dates.ts';
import { Picture } from '../../ui/picture.tsx';
import { Container } from '../../ui/section.tsx';
import { Stars } from '../../ui/stars.tsx';
import { TickList } from '../../ui/tick-list.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { FormDialog } from './form-dialog.tsx';

/** What the course is, why people take it, and the two ways on. */
export function CourseHeader({ course }: { course: Course }) {
  const highlights = course.course_detail.map((line) => line.description).filter(Boolean);
  const code = shortCodeOf(course.seo_slug);
  return (
    <div className="bg-ink text-white">
      <Container className="pt-5 pb-10 sm:pb-14">
        <Breadcrumb course={course} />
        <div className="mt-6 grid items-center gap-10 lg:grid-cols-[1fr_26rem] lg:gap-14">
          <div className="min-w-0">
            <p className="mb-3 flex flex-wrap gap-2 text-xs font-bold empty:hidden">
              {code ? <Tag accent>{code}</Tag> : null}
              {course.level ? <Tag>{course.level}</Tag> : null}
              {course.training_days > 0 ? (
                <Tag>{course.training_days === 1 ? '1 day live' : `${course.training_days} days live`}</Tag>
              ) : null}
            </p>
            <h1 className="text-3xl">{course.name || 'Course name not available'}</h1>
            {course.description ? (
              <p className="mt-4 max-w-text text-lg text-white/90">{course.description}</p>
            ) : null}
            <Badges course={course} />
            {highlights.length > 0 ? (
              <TickList items={highlights} tone="accent" className="mt-6 text-white/90" />
            ) : (
              <p className="mt-6 text-white/85">No Course Detail found</p>
            )}
            <div className="mt-8 flex flex-wrap gap-3">
              <FormDialog
                form="course_download_syllabus"
                title="Download Syllabus"
                course={course}
                tone="accent"
                size="lg"
                className="max-sm:w-full"
              >
                <Download aria-hidden="true" className="size-5" /> Download Syllabus
              </FormDialog>
              <ButtonLink
                to={`/view-schedule/${course.id}`}
                tone="inverse"
                size="lg"
                className="max-sm:w-full"
              >
                <CalendarDays aria-hidden="true" className="size-5" /> View Schedule
              </ButtonLink>
            </div>
          </div>
          <Picture
            src={course.image}
            alt={course.image_title}
            missing="Course Image not available"
            width={800}
            height={450}
            eager
            className="aspect-video w-full rounded-lg bg-brand-faint object-cover text-ink"
          />
        </div>
      </Container>
    </div>
  );
}

function Tag({ accent = false, children }: { accent?: boolean; children: string }) {
  return (
    <span
      className={`rounded-sm px-2.5 py-1 ${accent ? 'bg-accent text-ink' : 'border border-white/35 text-white'}`}
    >
      {children}
    </span>
  );
}

/** How learners rate the course and the provider, and how many have enrolled. */
function Badges({ course }: { course: Course }) {
  return (
    <ul className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 text-sm">
      {course.learners_enrolled > 0 ? (
        <li className="flex items-center gap-2">
          <Users aria-hidden="true" className="size-5 text-accent" />
          <span>
            <strong>{course.learners_enrolled.toLocaleString('en-IN')}+</strong> learners enrolled
          </span>
        </li>
      ) : null}
      {course.rating === null ? null : (
        <li className="flex items-center gap-2">
          <Stars rating={course.rating} label={`Course rated ${course.rating} out of 5`} />
          <span>
            <strong>{course.rating}/5</strong> for this course
          </span>
        </li>
      )}
      <li className="flex items-center gap-2">
        {course.rating === null ? <Stars rating={4.9} label="Rated 4.9 out of 5 by learners" /> : null}
        <span>
          <strong>{claims.rating}</strong> from {claims.reviews}
        </span>
      </li>
      {course.published_date ? (
        <li className="text-white/75">
          Published <time dateTime={course.published_date}>{formatDay(course.published_date)}</time>
        </li>
      ) : null}
    </ul>
  );
}
