import { z } from 'zod';
import { count, flag, html, id, list, measure, positive, rupees, text } from '../../lenient.ts';
import { slug } from '../../requests.ts';
import { batches } from '../schedule/batch.ts';
import { careerGrowth } from './career-growth.ts';
import { courseCards } from './course-card.ts';

/** An accordion item (curriculum, certification, prerequisites, questions). `description` is HTML. */
export const sectionItem = z.object({ id, name: text, description: html });
export type SectionItem = z.infer<typeof sectionItem>;

export const learningObjective = z.object({ name: text, description: text });
export type LearningObjective = z.infer<typeof learningObjective>;

/** An item of a list: overview, highlight, live class or enterprise training. */
const bullet = z.preprocess(
  (value) => (typeof value === 'string' ? { description: value } : value),
  z.object({ description: text }),
);

const bullets = list(bullet);

/** If an upstream does not send the flag, the course counts as having the file. */
const fileFlag = z.preprocess((value) => value ?? 1, flag);

/** Details of a course (specification, section 3). Paged sections have their first items and the total. */
export const course = z.object({
  id,
  name: text,
  category_name: text,
  category_seo_slug: text,
  seo_slug: text,
  description: text,
  level: text,
  training_days: count,
  /** Hours; 0 if not stated. Structured data then has 10 hours. */
  workload_hours: count,
  /** Credits that attendees can report: PDUs to PMI, SEUs to Scrum Alliance. Null if the course has none. */
  pdus: positive,
  seus: positive,
  published_date: text,
  bonus: text,
  rating: measure,
  learners_enrolled: count,
  image: text,
  image_title: text,
  course_detail: bullets,
  course_overview: bullets,
  certificate_image: text,
  certificate_image_title: text,
  live_online_class_data: bullets,
  live_online_classroom_name: text,
  /** Some upstreams send only the dates and times of these batches. */
  upcoming_batches: batches,
  fee: rupees,
  discount_fee: rupees,
  enterprise_training_data: bullets,
  total_cur: count,
  curriculum: list(sectionItem),
  total_about: count,
  about_certification: list(sectionItem),
  total_learning: count,
  learning_objectives: list(learningObjective),
  total_prerequisites: count,
  prerequisites: list(sectionItem),
  total_faq: count,
  faq: list(sectionItem),
  career_growth: careerGrowth,
  course_student: courseCards,
  overview_title: text,
  curriculum_title: text,
  about_certification_title: text,
  learning_objectives_title: text,
  prerequisites_title: text,
  faq_title: text,
  career_growth_title: text,
  meta_title: text,
  meta_description: text,
  meta_keyword: text,
  canonical_url: text,
  /** 0 if there is no syllabus to download. Not in the specification. */
  has_syllabus: fileFlag,
  has_curriculum_file: fileFlag,
});
export type Course = z.infer<typeof course>;

/** Upstreams use two names for the fields of the certificate's image. Copies the values to one name. */
function unifyNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const raw = value as Record<string, unknown>;
  return {
    ...raw,
    certificate_image: raw.certificate_image ?? raw.certified_image,
    certificate_image_title: raw.certificate_image_title ?? raw.certified_image_title,
  };
}

export const courseDetails = {
  request: z.object({ seo_slug: slug }),
  data: z.preprocess(unifyNames, course),
};
