import { callNames, isReadCall, type ReadCallName } from '@meridian/contracts/calls';

/** A purge target, as operators and content systems name it. */
export type PurgeTarget =
  | { kind: 'all' }
  | { kind: 'calls'; names: readonly ReadCallName[] }
  /** A page, or a file of the upstream. */
  | { kind: 'path'; path: string };

/** Groups of calls that are purged together. */
const groups: Record<string, readonly ReadCallName[]> = {
  courses: [
    'cat_course',
    'course_category',
    'home',
    'course_details',
    'add_more_course_curriculum',
    'add_more_course_about_certification',
    'add_more_course_learning_objectives',
    'add_more_course_prerequisites',
    'add_more_course_faq',
    'course_schedule',
  ],
  blog: ['blog', 'blog_category', 'blog_detail'],
  resources: ['Resources', 'resources_category'],
};

const maxLength = 500;

/** Accepted targets, for messages and the OpenAPI document. */
export const purgeUsage = `all, ${Object.keys(groups).join(', ')}, the name of a call such as home, or a path such as /about-us`;

/**
 * @param text `all`, a group such as `courses`, a call, or the path of a page or of a file below `/media`
 * @returns undefined for anything else
 */
export function purgeTarget(text: string): PurgeTarget | undefined {
  if (text === 'all') return { kind: 'all' };
  if (text.length > maxLength) return undefined;
  if (text.startsWith('/')) {
    const path = text.replace(/[?#].*$/s, '');
    return { kind: 'path', path: path.length > 1 ? path.replace(/\/+$/, '') || '/' : path };
  }
  const group = Object.hasOwn(groups, text) ? groups[text] : undefined;
  const names = group ?? callNames.filter(isReadCall).filter((name) => name === text);
  return names.length > 0 ? { kind: 'calls', names } : undefined;
}
