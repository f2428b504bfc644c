import type { OfferData } from '@meridian/contracts/enrolment/waitlist/offer';
import { api } from '../../api/api.ts';
import { callQuery } from '../../api/call-query.ts';

const offerShape = {
  safeParse: (value: unknown) =>
    typeof (value as OfferData | undefined)?.state === 'string' ? { data: value as OfferData } : {},
};
const pathOf = (token: string) => `/api/waitlist/${encodeURIComponent(token)}`;

/** Offers are personal, so they leave the cache when their page is left. */
export const offerApi = api.injectEndpoints({
  endpoints: (build) => ({
    offer: build.query<OfferData, string>({
      queryFn: (token) => callQuery(pathOf(token), offerShape),
      keepUnusedDataFor: 0,
    }),
    /** Declines an offer, or undoes the decline. */
    answerOffer: build.mutation<OfferData, { token: string; answer: 'decline' | 'undo' }>({
      queryFn: ({ token, answer }) => callQuery(`${pathOf(token)}/${answer}`, offerShape, {}),
      async onQueryStarted({ token }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data) dispatch(offerApi.util.updateQueryData('offer', token, () => data));
      },
    }),
  }),
});
