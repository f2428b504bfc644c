import type { Course } from '@meridian/contracts/site/courses/course';
import { shortCodeOf } from '@meridian/contracts/site/courses/short-codes';
import { CalendarDays, Download } from '@meridian/ui/icons';
import { Image } from '@meridian/ui/image';
import { Container } from '@meridian/ui/section';
import { TickList } from '@meridian/ui/tick-list';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { CourseBadges } from '../lazy-parts.ts';
import { Breadcrumb } from './breadcrumb.tsx';

/** Title, highlights and the two buttons of a course. */
export function CourseHeader({ course }: { course: Course }) {
  const highlights = course.course_detail.map((line) => line.description).filter(Boolean);
  return (
    <div className="bg-ink text-white">
      <Container className="pt-5 pb-10 sm:pb-12">
        <Breadcrumb course={course} />
        <div className="mt-6 grid gap-x-12 gap-y-9 md:grid-cols-[minmax(0,1fr)_17rem] md:items-center lg:grid-cols-[minmax(0,1fr)_25rem]">
          <div className="min-w-0">
            <CourseTags course={course} />
            <h1 className="max-w-[24ch] text-3xl">{course.name || 'Course name not available'}</h1>
            {course.description ? (
              <p className="mt-4 max-w-text text-lg text-white/90">{course.description}</p>
            ) : null}
            <CourseBadges course={course} />
            <div className="mt-7 flex flex-wrap gap-3">
              <ButtonLink
                to={`/view-schedule/${course.id}`}
                tone="accent"
                size="lg"
                className="max-sm:w-full"
              >
                <CalendarDays aria-hidden="true" className="size-5" /> View Schedule
              </ButtonLink>
              {course.has_syllabus ? (
                <FormDialog
                  form="course_download_syllabus"
                  title="Download Syllabus"
                  course={course}
                  tone="onDark"
                  size="lg"
                  className="max-sm:w-full"
                >
                  <Download aria-hidden="true" className="size-5" /> Download Syllabus
                </FormDialog>
              ) : null}
            </div>
          </div>
          <Image
            src={course.image}
            alt={course.image_title}
            missing="Course Image not available"
            width={800}
            height={450}
            eager
            className="aspect-video w-full rounded-lg bg-brand-faint object-cover text-ink"
          />
        </div>
        {highlights.length > 0 ? (
          <div className="mt-9 border-t border-white/20 pt-7">
            <TickList
              items={highlights}
              tone="accent"
              className="gap-x-10 text-sm text-white/90 sm:grid-cols-2 lg:grid-cols-3"
            />
          </div>
        ) : null}
      </Container>
    </div>
  );
}

/** Tags: certificate, level and duration. */
function CourseTags({ course }: { course: Course }) {
  const code = shortCodeOf(course.seo_slug);
  return (
    <p className="mb-3 flex flex-wrap gap-2 text-xs font-bold empty:hidden">
      {code ? <Tag accent>{code}</Tag> : null}
      {course.level ? <Tag>{course.level}</Tag> : null}
      {course.training_days > 0 ? (
        <Tag>{course.training_days === 1 ? '1 day live' : `${course.training_days} days live`}</Tag>
      ) : null}
    </p>
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
