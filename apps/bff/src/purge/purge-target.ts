import { callNames, isReadCall, type ReadCallName } from '@meridian/contracts/calls';

/** What is to be read anew, in the words in which operators and content systems ask for it. */
export type PurgeTarget =
  | { kind: 'all' }
  | { kind: 'calls'; names: readonly ReadCallName[] }
  /** A page or a file of the upstream. */
  | { kind: 'path'; path: string };

/** Calls whose answers speak of the same things. */
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

/** The words that are understood, for messages and the API description. */
export const purgeWords = `all, ${Object.keys(groups).join(', ')}, the name of a call such as home, or a path such as /about-us`;

/**
 * @param text `all`, a group such as `courses`, a call of the specification, or the path of a page or of a file below
 *   `/media`
 * @returns undefined where it is none of these
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
