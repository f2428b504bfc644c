import { CourseReviews } from '../../reviews/public.ts';
import { TrustedBy } from './trusted-by.tsx';

/**
 * Reviews of the course, and logos of companies. One lazy part for both, because each part adds bytes to the
 * first load.
 */
export function CourseVoices({ courseId }: { courseId: number }) {
  return (
    <>
      <CourseReviews courseId={courseId} />
      <TrustedBy />
    </>
  );
}
