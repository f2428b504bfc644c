import type { CourseCard as Card } from '@meridian/contracts/site/courses/course-card';
import { classNames } from '@meridian/ui/class-names';
import { Section } from '@meridian/ui/section';
import { CourseCard } from '../course-card.tsx';

export interface RelatedCoursesProps {
  courses: readonly Card[];
}

/** Related courses. Renders nothing if there are none. */
export function RelatedCourses({ courses }: RelatedCoursesProps) {
  if (courses.length === 0) return null;
  return (
    <Section title="Students also signed up for">
      {/* Four columns if they fill every row; three if not. */}
      <div
        className={classNames(
          'grid gap-5 sm:grid-cols-2',
          courses.length % 4 === 0 ? 'xl:grid-cols-4' : 'lg:grid-cols-3',
        )}
      >
        {courses.map((course) => (
          <CourseCard key={course.seo_slug} course={course} />
        ))}
      </div>
    </Section>
  );
}
