import { pageSizes } from '@meridian/contracts/calls';
import { type CareerGrowth, careerGrowth } from '@meridian/contracts/site/courses/career-growth';
import type { Course, LearningObjective } from '@meridian/contracts/site/courses/course';
import type { CourseCard, CourseListItem } from '@meridian/contracts/site/courses/course-card';
import type { BatchRule } from '../schedule/rules.ts';
import type { CourseEntry } from './course-file.ts';
import type { CourseParts } from './course-parts.ts';
import { mediaUrl } from './media.ts';
import type { CareerGrowthEntry, CourseCategoryEntry } from './site-files.ts';

/** A course as the calls return it, without the parts that depend on the date. */
export interface CatalogueCourse {
  id: number;
  order: number;
  featured: boolean;
  listItem: CourseListItem;
  card: Omit<CourseCard, 'next_batch_date'> & Pick<CourseEntry, 'fee' | 'discount_fee'>;
  detail: Omit<Course, 'upcoming_batches' | 'course_student'>;
  sections: CourseParts['sections'];
  learningObjectives: readonly LearningObjective[];
  batchRules: readonly BatchRule[];
  /** Slugs of related courses. */
  related: readonly string[];
  syllabusFile: string | undefined;
  curriculumFile: string | undefined;
}

function careerGrowthOf(entry: CareerGrowthEntry | undefined): CareerGrowth {
  if (!entry) return careerGrowth.parse({});
  const tab = (role: keyof CareerGrowth) => ({
    ...entry[role],
    first_image: mediaUrl(entry[role].first_image),
    second_image: mediaUrl(entry[role].second_image),
  });
  return {
    project_manager: tab('project_manager'),
    project_lead: tab('project_lead'),
    pmo_lead: tab('pmo_lead'),
    project_director: tab('project_director'),
  };
}

function bullets(lines: readonly string[]): { description: string }[] {
  return lines.map((description) => ({ description }));
}

/**
 * Assembles the answers about a course.
 * @param seoSlug file name of the course
 * @param sharedCareerGrowth default career growth, if there is one
 */
export function catalogueCourse(
  seoSlug: string,
  parts: CourseParts,
  category: CourseCategoryEntry,
  sharedCareerGrowth: CareerGrowthEntry | undefined,
): CatalogueCourse {
  const { entry, sections, learningObjectives } = parts;
  const listItem: CourseListItem = {
    name: entry.name,
    category_name: category.name,
    category_seo_slug: category.seo_slug,
    seo_slug: seoSlug,
  };
  const card = {
    ...listItem,
    image: mediaUrl(entry.image),
    image_title: entry.image_title,
    description: entry.description,
    level: entry.level,
    training_days: entry.training_days,
    learners_enrolled: entry.learners_enrolled ?? 0,
    rating: entry.rating || null,
    fee: entry.fee,
    discount_fee: entry.discount_fee,
  };
  const certificateImage = mediaUrl(entry.certificate_image);
  const certificate = {
    certificate_image: certificateImage,
    certificate_image_title: entry.certificate_image_title,
    // The specification has both names for the same image.
    certified_image: certificateImage,
    certified_image_title: entry.certificate_image_title,
  };
  return {
    id: entry.id,
    order: entry.order,
    featured: entry.featured,
    listItem,
    card,
    detail: {
      id: entry.id,
      ...card,
      workload_hours: entry.workload_hours,
      pdus: entry.pdus ?? null,
      seus: entry.seus ?? null,
      published_date: '',
      bonus: entry.bonus ?? '',
      course_detail: bullets(entry.highlights),
      course_overview: bullets(entry.overview),
      ...certificate,
      live_online_class_data: bullets(entry.live_class),
      live_online_classroom_name: entry.live_online_classroom_name,
      enterprise_training_data: bullets(entry.enterprise),
      total_cur: sections.curriculum.length,
      curriculum: sections.curriculum.slice(0, pageSizes.section),
      total_about: sections.about_certification.length,
      about_certification: sections.about_certification.slice(0, pageSizes.section),
      total_learning: learningObjectives.length,
      learning_objectives: learningObjectives.slice(0, pageSizes.learningObjectives),
      total_prerequisites: sections.prerequisites.length,
      prerequisites: sections.prerequisites.slice(0, pageSizes.section),
      total_faq: sections.faq.length,
      faq: sections.faq.slice(0, pageSizes.section),
      career_growth: careerGrowthOf(entry.career_growth ?? sharedCareerGrowth),
      ...entry.titles,
      meta_title: entry.meta_title,
      meta_description: entry.meta_description,
      meta_keyword: entry.meta_keyword,
      canonical_url: '',
      has_syllabus: entry.syllabus_file === undefined ? 0 : 1,
      has_curriculum_file: entry.curriculum_file === undefined ? 0 : 1,
    },
    sections,
    learningObjectives,
    batchRules: parts.batchRules,
    related: entry.related,
    syllabusFile: entry.syllabus_file,
    curriculumFile: entry.curriculum_file,
  };
}
