import type { ReviewsData } from '@meridian/contracts/training/feedback';
import { api } from '../../api/api.ts';
import { callQuery } from '../../api/call-query.ts';

const reviewsShape = {
  safeParse: (value: unknown) =>
    Array.isArray((value as ReviewsData | undefined)?.reviews) ? { data: value as ReviewsData } : {},
};

export const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    reviews: build.query<ReviewsData, number>({
      queryFn: (courseId) => callQuery(`/api/reviews/${courseId}`, reviewsShape),
    }),
  }),
});
