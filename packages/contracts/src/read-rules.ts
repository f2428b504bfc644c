/** How the BFF caches and sanitises the answer of each read. */
import type { ReadCallName } from './calls.ts';

export interface ReadRule {
  /** Seconds for which the answer is fresh in the BFF's cache. */
  freshSeconds: number;
  /** True if the answer depends on the date ("next batch"): it also expires at midnight in India. */
  expiresAtMidnight?: true;
  /** Paths of HTML texts in the data, `*` for items of a list. They are sanitised before caching. */
  html?: readonly string[];
}

const sectionHtml = ['*.description'] as const;

export const readRules: Readonly<Record<ReadCallName, ReadRule>> = {
  cat_course: { freshSeconds: 120 },
  header: { freshSeconds: 60 },
  course_category: { freshSeconds: 120 },
  home: { freshSeconds: 60, expiresAtMidnight: true },
  customer_speak: { freshSeconds: 300 },
  blog: { freshSeconds: 60 },
  blog_category: { freshSeconds: 300 },
  blog_detail: { freshSeconds: 120, html: ['description'] },
  course_details: {
    freshSeconds: 60,
    expiresAtMidnight: true,
    html: [
      'curriculum.*.description',
      'about_certification.*.description',
      'prerequisites.*.description',
      'faq.*.description',
    ],
  },
  add_more_course_curriculum: { freshSeconds: 120, html: sectionHtml },
  add_more_course_about_certification: { freshSeconds: 120, html: sectionHtml },
  add_more_course_learning_objectives: { freshSeconds: 120 },
  add_more_course_prerequisites: { freshSeconds: 120, html: sectionHtml },
  add_more_course_faq: { freshSeconds: 120, html: sectionHtml },
  page: { freshSeconds: 300, html: ['content'] },
  Resources: { freshSeconds: 60 },
  resources_category: { freshSeconds: 300 },
  course_schedule: { freshSeconds: 30, expiresAtMidnight: true },
};
