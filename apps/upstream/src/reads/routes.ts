import { readSchemas } from '@meridian/contracts/call-schemas';
import { callPath, type ReadCallName } from '@meridian/contracts/calls';
import type { FastifyInstance } from 'fastify';
import { refuse, succeed } from '../http/envelopes.ts';
import { firstIssue } from '../http/first-issue.ts';
import { blog, blogCategories, blogDetail, resourceCategories, resources } from './articles.ts';
import {
  courseCategories,
  courseDetails,
  courseMenu,
  courseSchedule,
  moreLearningObjectives,
  moreOf,
} from './courses.ts';
import type { ReadContext, ReadHandler } from './handler.ts';
import { customerSpeak, header, home, page } from './site.ts';

const handlers: { [Name in ReadCallName]: ReadHandler<Name> } = {
  cat_course: courseMenu,
  header,
  course_category: courseCategories,
  home,
  customer_speak: customerSpeak,
  blog,
  blog_category: blogCategories,
  blog_detail: blogDetail,
  course_details: courseDetails,
  add_more_course_curriculum: moreOf('curriculum'),
  add_more_course_about_certification: moreOf('about_certification'),
  add_more_course_learning_objectives: moreLearningObjectives,
  add_more_course_prerequisites: moreOf('prerequisites'),
  add_more_course_faq: moreOf('faq'),
  page,
  Resources: resources,
  resources_category: resourceCategories,
  course_schedule: courseSchedule,
};

/** Subjects of "not found" messages. */
const subjects: Partial<Record<ReadCallName, string>> = { blog_detail: 'Blog post', page: 'Page' };

/** Route of one read: `POST /<call>`. */
export function readRoute<Name extends ReadCallName>(
  app: FastifyInstance,
  name: Name,
  context: () => ReadContext,
): void {
  const handle: ReadHandler<Name> = handlers[name];
  const notFound = refuse(`${subjects[name] ?? 'Course'} not found`);

  app.post(callPath(name), { config: { call: name } }, async (request) => {
    const parsed = readSchemas[name].request.safeParse(request.body ?? {});
    if (!parsed.success) return refuse(firstIssue(parsed.error));
    const data = await handle(parsed.data as Parameters<typeof handle>[0], context());
    return data === undefined ? notFound : succeed(data);
  });
}
