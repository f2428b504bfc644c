import { pageSizes } from '@meridian/contracts/calls';
import type { SectionItem } from '@meridian/contracts/site/courses/course';
import type { CourseCard } from '@meridian/contracts/site/courses/course-card';
import type { Content } from '../content/content.ts';
import type { CatalogueCourse } from '../content/course.ts';
import type { SectionName } from '../content/course-parts.ts';
import type { ScheduledBatch } from '../schedule/batch.ts';
import { seatsOf } from '../schedule/seats.ts';
import { pageOf, type ReadContext, type ReadHandler } from './handler.ts';

/** Number of batches in the answer for a course page. */
const shownBatches = 4;

/** @returns the card of a course with its next batch */
export function cardOf(course: CatalogueCourse, upcoming: ReadContext['upcoming']): CourseCard {
  return { ...course.card, next_batch_date: upcoming(course.id)[0]?.start_date ?? '' };
}

function withPortrait({ seatPlan: _plan, ...batch }: ScheduledBatch, { portraits }: Content) {
  return { ...batch, instructor_image: portraits.get(batch.instructor_name) ?? '' };
}

export const courseMenu: ReadHandler<'cat_course'> = (_request, { content }) =>
  content.courses.map(({ listItem }) => listItem);

export const courseCategories: ReadHandler<'course_category'> = (_request, { content }) => [
  ...content.courseCategories,
];

export const courseDetails: ReadHandler<'course_details'> = ({ seo_slug }, { content, upcoming }) => {
  const course = content.courseBySlug.get(seo_slug);
  if (!course) return undefined;
  const related = course.related.flatMap((slug) => content.courseBySlug.get(slug) ?? []);
  return {
    ...course.detail,
    upcoming_batches: upcoming(course.id)
      .slice(0, shownBatches)
      // The BFF caches this answer, so the answer has no seat counts and no data that is only for attendees.
      .map(({ joining: _joining, sessions: _sessions, ...batch }) => ({
        ...withPortrait(batch, content),
        selling_fast: 0,
      })),
    course_student: related.map((other) => cardOf(other, upcoming)),
  };
};

/** Creates the handler of "View More" for an accordion section. */
export function moreOf(section: SectionName) {
  return (
    { course_id, offset }: { course_id: number; offset: number },
    { content }: ReadContext,
  ): SectionItem[] | undefined => {
    const course = content.courseById.get(course_id);
    return course && pageOf(course.sections[section], offset, pageSizes.section);
  };
}

export const moreLearningObjectives: ReadHandler<'add_more_course_learning_objectives'> = (
  { course_id, offset },
  { content },
) => {
  const course = content.courseById.get(course_id);
  return course && pageOf(course.learningObjectives, offset, pageSizes.learningObjectives);
};

export const courseSchedule: ReadHandler<'course_schedule'> = async (
  { id, day_type, offset },
  { content, upcoming, bookedSeats },
) => {
  const course = content.courseById.get(id);
  if (!course) return undefined;
  const batches = upcoming(id).filter((batch) => day_type === '' || batch.day_type === day_type);
  const page = pageOf(batches, offset, pageSizes.schedule);
  const counted = page.filter(({ seatPlan }) => seatPlan !== undefined);
  const booked = await bookedSeats(counted.map((batch) => batch.id));
  return {
    id,
    name: course.listItem.name,
    category_seo_slug: course.listItem.category_seo_slug,
    seo_slug: course.listItem.seo_slug,
    total_schedule: batches.length,
    course_schedule: page.map((batch) => ({
      ...withPortrait(batch, content),
      ...seatsOf(batch, booked.get(batch.id) ?? 0),
    })),
  };
};
