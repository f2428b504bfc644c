import type { Course } from '@meridian/contracts/site/courses/course';
import { Download } from '@meridian/ui/icons';
import { FormDialog } from '../forms/form-dialog.tsx';
import { CourseSection } from './course-section.tsx';
import { SectionAccordion } from './section-accordion.tsx';
import { titleOf } from './section-titles.ts';

/** The modules of a course, and a button to download the curriculum. */
export function CurriculumSection({ course }: { course: Course }) {
  return (
    <CourseSection
      id="curriculum"
      title={titleOf(course, 'curriculum_title')}
      action={
        course.has_curriculum_file ? (
          <FormDialog
            form="course_download_curriculum"
            title="Download Curriculum"
            course={course}
            tone="outline"
          >
            <Download aria-hidden="true" className="size-5" /> Download Curriculum
          </FormDialog>
        ) : null
      }
    >
      <SectionAccordion
        section="curriculum"
        courseId={course.id}
        first={course.curriculum}
        total={course.total_cur}
        what="modules"
      />
    </CourseSection>
  );
}
