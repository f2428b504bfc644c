import type { Course } from '@meridian/contracts/courses/course';
import { useMemo } from 'react';

type FormContext = Readonly<Record<string, string | number>>;

/** What the course page adds to each of its four forms (specification, section 3); the same object at every render. */
export function useFormContext({ id, name }: Pick<Course, 'id' | 'name'>): FormContext {
  return useMemo(
    () => ({
      course_id: id,
      course_name: name,
      // Read when the form is sent: the server that renders the form knows no query, and the query tells the source.
      get page_url() {
        return location.href;
      },
    }),
    [id, name],
  );
}
