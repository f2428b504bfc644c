import { lazyPart } from '../../routing/lazy-part.tsx';

/** Below the fold, so lazily hydrated; its reviews load then. */
export const CourseReviews = lazyPart<{ courseId: number }>(
  async () => (await import('./course-reviews.tsx')).CourseReviews,
);
