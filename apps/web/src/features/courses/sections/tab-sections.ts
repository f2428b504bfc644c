import type { Course } from '@meridian/contracts/site/courses/course';

/** Sections with a tab, in page order. A section is absent if all its fields are empty. */
const sections = [
  { id: 'overview', label: 'Overview', fields: ['course_overview', 'certificate_image', 'bonus'] },
  { id: 'curriculum', label: 'Course Curriculum', fields: ['curriculum'] },
  { id: 'about-certification', label: 'About Certification', fields: ['about_certification'] },
  { id: 'enroll-now', label: 'Enroll Now', fields: ['seo_slug'] },
  { id: 'learning-objectives', label: 'Learning Objectives', fields: ['learning_objectives'] },
  { id: 'prerequisites', label: 'Prerequisites', fields: ['prerequisites'] },
  { id: 'faq', label: 'FAQ', fields: ['faq'] },
] as const;

/** Id of a section with a tab. */
export type TabSection = (typeof sections)[number]['id'];

/** @returns the sections of a course that have content */
export function tabSections(course: Course): { id: TabSection; label: string }[] {
  return sections.filter(({ fields }) => fields.some((field) => course[field].length > 0));
}
