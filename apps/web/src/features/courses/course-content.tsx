import type { Course } from '@meridian/contracts/courses/course';
import { Download } from 'lucide-react';
import { api } from '../../api/api.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { LogoRow } from '../../ui/logo-row.tsx';
import { Container } from '../../ui/section.tsx';
import { AdvisorCard } from './advisor-card.tsx';
import { CareerGrowth, hasCareerGrowth } from './career-growth.tsx';
import { CourseFee } from './course-fee.tsx';
import { CourseHeader } from './course-header.tsx';
import { CourseOverview } from './course-overview.tsx';
import { CourseSection } from './course-section.tsx';
import { CourseTabs } from './course-tabs.tsx';
import { FormDialog } from './form-dialog.tsx';
import { LearningObjectives } from './learning-objectives.tsx';
import { MobileBar } from './mobile-bar.tsx';
import { RelatedCourses } from './related-courses.tsx';
import { SectionAccordion } from './section-accordion.tsx';
import { titleOf } from './section-titles.ts';

/** The whole of a course. Its sections follow the order of the tabs, so that the mark moves with the reader. */
export function CourseContent({ course }: { course: Course }) {
  return (
    <>
      <ErrorBoundary>
        <CourseHeader course={course} />
      </ErrorBoundary>
      <CourseTabs />
      <Container className="grid gap-x-12 gap-y-12 py-12 sm:gap-y-16 sm:py-16 lg:grid-cols-[1fr_22rem]">
        <CourseSection id="overview" title={titleOf(course, 'overview_title')}>
          <CourseOverview course={course} />
        </CourseSection>
        <Curriculum course={course} />
        <aside className="lg:col-start-2 lg:row-span-3 lg:row-start-1">
          {/* Sticky only where the window holds the whole form. */}
          <div className="[@media(min-height:52rem)]:lg:sticky [@media(min-height:52rem)]:lg:top-36">
            <ErrorBoundary>
              <AdvisorCard course={course} />
            </ErrorBoundary>
          </div>
        </aside>
        <CourseSection id="about-certification" title={titleOf(course, 'about_certification_title')}>
          <SectionAccordion
            section="about_certification"
            courseId={course.id}
            first={course.about_certification}
            total={course.total_about}
            what="topics"
            empty="No About Certification found."
          />
        </CourseSection>
      </Container>
      <div className="bg-brand-soft py-12 sm:py-16">
        <Container>
          <CourseSection id="enroll-now" title="Course Fee">
            <CourseFee course={course} />
          </CourseSection>
        </Container>
      </div>
      <Container className="grid gap-y-12 py-12 sm:gap-y-16 sm:py-16">
        <CourseSection id="learning-objectives" title={titleOf(course, 'learning_objectives_title')}>
          <LearningObjectives course={course} />
        </CourseSection>
        <CourseSection id="prerequisites" title={titleOf(course, 'prerequisites_title')} className={aside}>
          <SectionAccordion
            section="prerequisites"
            courseId={course.id}
            first={course.prerequisites}
            total={course.total_prerequisites}
            what="prerequisites"
            empty="No Prerequisites found."
          />
        </CourseSection>
        {hasCareerGrowth(course.career_growth) ? (
          <CourseSection id="career-growth" title={titleOf(course, 'career_growth_title')}>
            <CareerGrowth growth={course.career_growth} />
          </CourseSection>
        ) : null}
        <CourseSection id="faq" title={titleOf(course, 'faq_title')} className={aside}>
          <SectionAccordion
            section="faq"
            courseId={course.id}
            first={course.faq}
            total={course.total_faq}
            what="questions"
            empty="No Frequently Asked Quesions found."
          />
        </CourseSection>
      </Container>
      <ErrorBoundary>
        <TrustedBy />
      </ErrorBoundary>
      <RelatedCourses courses={course.course_student} />
      <MobileBar course={course} />
    </>
  );
}

/** On wide screens the heading stands beside the items. */
const aside = 'lg:grid lg:grid-cols-[18rem_1fr] lg:items-start lg:gap-x-12';

function Curriculum({ course }: { course: Course }) {
  return (
    <CourseSection
      id="curriculum"
      title={titleOf(course, 'curriculum_title')}
      action={
        <FormDialog
          form="course_download_curriculum"
          title="Download Curriculum"
          course={course}
          tone="outline"
        >
          <Download aria-hidden="true" className="size-5" /> Download Curriculum
        </FormDialog>
      }
    >
      <SectionAccordion
        section="curriculum"
        courseId={course.id}
        first={course.curriculum}
        total={course.total_cur}
        what="modules"
        empty="No Curriculum found."
      />
    </CourseSection>
  );
}

function TrustedBy() {
  const { data } = api.endpoints.home.useQuery({});
  return data ? <LogoRow title="Trusted By" logos={data.trusted_by} /> : null;
}
