import type { Course } from '@meridian/contracts/site/courses/course';

const defaults = {
  overview_title: 'Course Overview',
  curriculum_title: 'Course Curriculum',
  about_certification_title: 'About Certification',
  learning_objectives_title: 'Learning Objectives',
  prerequisites_title: 'Prerequisites',
  faq_title: 'Frequently Asked Questions',
  career_growth_title: 'Career Growth',
} as const satisfies Partial<Record<keyof Course, string>>;

export type SectionTitle = keyof typeof defaults;

/** @returns the course's own title of a section, or the default title if it has none */
export function titleOf(course: Pick<Course, SectionTitle>, title: SectionTitle): string {
  return course[title] || defaults[title];
}
