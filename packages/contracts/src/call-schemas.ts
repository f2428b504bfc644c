/** Schemas of each read. Imports zod, so the browser imports only the types. */
import type { z } from 'zod';
import type { ReadCallName } from './calls.ts';
import { blogCategories, blogDetail, blogList } from './site/blog.ts';
import { courseDetails } from './site/courses/course.ts';
import { courseCategories, courseMenu } from './site/courses/menu.ts';
import { moreLearningObjectives, moreSectionItems } from './site/courses/sections.ts';
import { customerSpeak } from './site/customer-speak.ts';
import { header, home } from './site/home.ts';
import { policyPage } from './site/policy-page.ts';
import { resourceCategories, resources } from './site/resources.ts';
import { courseSchedule } from './site/schedule/schedule.ts';

export const readSchemas = {
  cat_course: courseMenu,
  header,
  course_category: courseCategories,
  home,
  customer_speak: customerSpeak,
  blog: blogList,
  blog_category: blogCategories,
  blog_detail: blogDetail,
  course_details: courseDetails,
  add_more_course_curriculum: moreSectionItems,
  add_more_course_about_certification: moreSectionItems,
  add_more_course_learning_objectives: moreLearningObjectives,
  add_more_course_prerequisites: moreSectionItems,
  add_more_course_faq: moreSectionItems,
  page: policyPage,
  Resources: resources,
  resources_category: resourceCategories,
  course_schedule: courseSchedule,
} satisfies Record<ReadCallName, { request: z.ZodType; data: z.ZodType }>;

type Schemas = typeof readSchemas;

/** Parsed request of a read. */
export type ReadRequest<Name extends ReadCallName> = z.output<Schemas[Name]['request']>;
/** Normalised data of an answer to a read. */
export type ReadData<Name extends ReadCallName> = z.output<Schemas[Name]['data']>;
