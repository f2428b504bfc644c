import { pageSizes, type ReadCallName } from '@meridian/contracts/calls';
import { api } from '../../api/api.ts';

/** The paged sections of a course. */
export type SectionName =
  | 'curriculum'
  | 'about_certification'
  | 'learning_objectives'
  | 'prerequisites'
  | 'faq';

const sectionCalls = {
  curriculum: 'add_more_course_curriculum',
  about_certification: 'add_more_course_about_certification',
  learning_objectives: 'add_more_course_learning_objectives',
  prerequisites: 'add_more_course_prerequisites',
  faq: 'add_more_course_faq',
} as const satisfies Record<SectionName, ReadCallName>;

/** An item of any section; learning objectives have no id. */
export interface SectionEntry {
  id?: number;
  name: string;
  description: string;
}

export interface SectionRequest {
  section: SectionName;
  courseId: number;
}

/** Page size of View More (specification, section 9). */
export function stepOf(section: SectionName): number {
  return section === 'learning_objectives' ? pageSizes.learningObjectives : pageSizes.section;
}

/** Further pages of a section, for View More. The course itself contains the items at offset 0. */
export const coursesApi = api.injectEndpoints({
  endpoints: (build) => ({
    courseSection: build.infiniteQuery<SectionEntry[], SectionRequest, number>({
      query: ({ queryArg: { section, courseId }, pageParam: offset }) => ({
        name: sectionCalls[section],
        request: { course_id: courseId, offset },
      }),
      infiniteQueryOptions: {
        initialPageParam: pageSizes.section,
        getNextPageParam: (lastPage, _pages, lastOffset, _offsets, { section }) =>
          lastPage.length > 0 ? lastOffset + stepOf(section) : undefined,
      },
    }),
  }),
});
