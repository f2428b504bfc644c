import type { CourseCard as Card } from '@meridian/contracts/courses/course-card';
import { Section } from '../../ui/section.tsx';
import { CourseCard } from './course-card.tsx';

/** Further courses; nothing where there are none. */
export function RelatedCourses({ courses }: { courses: readonly Card[] }) {
  if (courses.length === 0) return null;
  return (
    <Section title="Students also signed up for">
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {courses.map((course) => (
          <CourseCard key={course.seo_slug} course={course} />
        ))}
      </div>
    </Section>
  );
}
