import type { Course } from '@meridian/contracts/site/courses/course';
import { useMemo } from 'react';

type FormContext = Readonly<Record<string, string | number>>;

/**
 * The context that the four forms of a course page send (specification, section 3). Stable across renders.
 */
export function useFormContext({ id, name }: Pick<Course, 'id' | 'name'>): FormContext {
  return useMemo(
    () => ({
      course_id: id,
      course_name: name,
      // A getter, so that the address is read at the submission. The query string identifies the source, and
      // the server renders without it.
      get page_url() {
        return location.href;
      },
    }),
    [id, name],
  );
}
