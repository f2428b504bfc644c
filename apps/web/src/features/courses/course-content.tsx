import type { Course } from '@meridian/contracts/site/courses/course';
import { ErrorBoundary } from '@meridian/ui/error-boundary';
import { Container } from '@meridian/ui/section';
import { lazyPart } from '../../routing/lazy-part.tsx';
import { AdvisorCard } from './header/advisor-card.tsx';
import { CourseFee } from './header/course-fee.tsx';
import { CourseHeader } from './header/course-header.tsx';
import { CourseDates, CourseOverview, MobileBar } from './lazy-parts.ts';
import { hasCareerData } from './sections/career-data.ts';
import type { CareerGrowthProps } from './sections/career-growth.tsx';
import { CourseSection } from './sections/course-section.tsx';
import { CourseTabs } from './sections/course-tabs.tsx';
import { CurriculumSection } from './sections/curriculum-section.tsx';
import { LearningObjectives } from './sections/learning-objectives.tsx';
import type { RelatedCoursesProps } from './sections/related-courses.tsx';
import { SectionAccordion } from './sections/section-accordion.tsx';
import { titleOf } from './sections/section-titles.ts';
import { type TabSection, tabSections } from './sections/tab-sections.ts';

// These parts are hydrated lazily, because they are below the fold.
const CareerGrowth = lazyPart<CareerGrowthProps>(
  async () => (await import('./sections/career-growth.tsx')).CareerGrowth,
);
const RelatedCourses = lazyPart<RelatedCoursesProps>(
  async () => (await import('./sections/related-courses.tsx')).RelatedCourses,
);
const CourseVoices = lazyPart<{ courseId: number }>(
  async () => (await import('./sections/course-voices.tsx')).CourseVoices,
);

/**
 * Sections in one column, with the card of fee and form at the side. Empty rows have no height, and the last
 * row takes up the rest of the card's height.
 */
const reading =
  'pb-14 sm:pb-20 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-12 lg:[grid-template-rows:repeat(9,auto)_1fr]';

/** If the window is lower than the card, the card scrolls separately. */
const beside =
  'lg:sticky lg:top-34 lg:max-h-[calc(100dvh-9.5rem)] lg:overflow-y-auto lg:rounded-lg lg:[scrollbar-width:thin]';

/** The content of a course. The sections are in the same order as the tabs, as the scroll spy requires. */
export function CourseContent({ course }: { course: Course }) {
  const tabs = tabSections(course);
  const has = (section: TabSection) => tabs.some(({ id }) => id === section);
  return (
    <>
      <ErrorBoundary>
        <CourseHeader course={course} />
      </ErrorBoundary>
      {tabs[1] ? <CourseTabs tabs={tabs} /> : null}
      <Container className={reading}>
        {has('overview') ? (
          <CourseSection id="overview" title={titleOf(course, 'overview_title')}>
            <CourseOverview course={course} />
          </CourseSection>
        ) : null}
        {course.upcoming_batches.length > 0 ? (
          <CourseSection id="dates" title="Dates and prices">
            <CourseDates course={course} />
          </CourseSection>
        ) : null}
        {has('curriculum') ? <CurriculumSection course={course} /> : null}
        {has('about-certification') ? (
          <CourseSection id="about-certification" title={titleOf(course, 'about_certification_title')}>
            <SectionAccordion
              section="about_certification"
              courseId={course.id}
              first={course.about_certification}
              total={course.total_about}
              what="topics"
            />
          </CourseSection>
        ) : null}
        <CourseSection id="enroll-now" title="Course Fee">
          <CourseFee course={course} />
        </CourseSection>
        <aside className="mt-12 sm:mt-16 lg:col-start-2 lg:row-span-full lg:row-start-1">
          <div className={beside}>
            <ErrorBoundary>
              <AdvisorCard course={course} />
            </ErrorBoundary>
          </div>
        </aside>
        {has('learning-objectives') ? (
          <CourseSection id="learning-objectives" title={titleOf(course, 'learning_objectives_title')}>
            <LearningObjectives course={course} />
          </CourseSection>
        ) : null}
        {has('prerequisites') ? (
          <CourseSection id="prerequisites" title={titleOf(course, 'prerequisites_title')}>
            <SectionAccordion
              section="prerequisites"
              courseId={course.id}
              first={course.prerequisites}
              total={course.total_prerequisites}
              what="prerequisites"
            />
          </CourseSection>
        ) : null}
        {Object.values(course.career_growth).some(hasCareerData) ? (
          <CourseSection id="career-growth" title={titleOf(course, 'career_growth_title')}>
            <CareerGrowth growth={course.career_growth} />
          </CourseSection>
        ) : null}
        {has('faq') ? (
          <CourseSection id="faq" title={titleOf(course, 'faq_title')}>
            <SectionAccordion
              section="faq"
              courseId={course.id}
              first={course.faq}
              total={course.total_faq}
              what="questions"
            />
          </CourseSection>
        ) : null}
      </Container>
      <ErrorBoundary>
        <CourseVoices courseId={course.id} />
      </ErrorBoundary>
      <ErrorBoundary>
        <RelatedCourses courses={course.course_student} />
      </ErrorBoundary>
      <MobileBar course={course} />
    </>
  );
}
