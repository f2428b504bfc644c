/** Adds the page context of a lead if its client does not send it. */
import type { LeadFormName } from '@meridian/contracts/calls';
import { noId } from '@meridian/contracts/leads/context';
import type { Submission } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import type { LeadValues } from '../ledger/store/tables.ts';
import type { FindCourse } from './course-lookup.ts';
import { absoluteAddress, pageUrlOf } from './page-url.ts';

const addressFields = ['page_url', 'blog_url'];

export interface ContextDependencies {
  /** Origin of the site. */
  publicUrl: string;
  findCourse: FindCourse;
}

export interface CompleteContext {
  values: LeadValues;
  /** URL of the page with the form. */
  pageUrl: string;
}

function withFullAddresses(values: LeadValues, publicUrl: string): LeadValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      addressFields.includes(name) ? absoluteAddress(String(value), publicUrl) : value,
    ]),
  );
}

/**
 * Completes a lead's page context: makes URLs absolute, and adds name and page of the course with the given
 * id. The body hash does not cover these additions, because a retry may get different ones.
 */
export async function completeContext(
  { submission, referer }: { submission: Submission; referer?: string },
  { publicUrl, findCourse }: ContextDependencies,
): Promise<CompleteContext> {
  const { attribution } = submission;
  const values = withFullAddresses(submission.values, publicUrl);
  const pageUrl = pageUrlOf({ values, attribution, referer, publicUrl });
  const { course_id: courseId, course_name: courseName } = values;
  const known = typeof courseId === 'number' && courseId !== noId;
  if (!known || (courseName !== '' && pageUrl !== undefined))
    return { values, pageUrl: pageUrl ?? publicUrl };
  const course = await findCourse(courseId);
  return {
    values: courseName === '' && course ? { ...values, course_name: course.name } : values,
    pageUrl: pageUrl ?? (course?.path ? absoluteAddress(course.path, publicUrl) : publicUrl),
  };
}

/**
 * True if the form needs an id of its context (course, post or resource), and the client sent no usable id.
 */
export function lacksContextId(form: LeadFormName, values: LeadValues): boolean {
  return Object.keys(formOf(form).context).some((name) => name.endsWith('_id') && values[name] === noId);
}
