import { CourseReviews } from '../../reviews/public.ts';
import { TrustedBy } from './trusted-by.tsx';

/** What attendees say, and which companies trust us. One part: each costs the first load some bytes. */
export function CourseVoices({ courseId }: { courseId: number }) {
  return (
    <>
      <CourseReviews courseId={courseId} />
      <TrustedBy />
    </>
  );
}
