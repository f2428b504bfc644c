import type { Course } from '@meridian/contracts/site/courses/course';
import { useMemo } from 'react';

type FormContext = Readonly<Record<string, string | number>>;

/** The context of the four forms of a course page (specification, section 3); stable across renders. */
export function useFormContext({ id, name }: Pick<Course, 'id' | 'name'>): FormContext {
  return useMemo(
    () => ({
      course_id: id,
      course_name: name,
      // Evaluated at the submission: the server renders without a query string, which identifies the source.
      get page_url() {
        return location.href;
      },
    }),
    [id, name],
  );
}
