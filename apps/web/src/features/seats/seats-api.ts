import type { SeatsData } from '@meridian/contracts/site/schedule/seats';
import { api } from '../../api/api.ts';
import { callQuery } from '../../api/call-query.ts';

const seatsShape = {
  safeParse: (value: unknown) =>
    Array.isArray((value as SeatsData | undefined)?.seats) ? { data: value as SeatsData } : {},
};

export const seatsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The seats left in each batch of a course. */
    seats: build.query<SeatsData, number>({
      queryFn: (courseId) => callQuery(`/api/seats/${courseId}`, seatsShape),
      keepUnusedDataFor: 0,
    }),
  }),
});
