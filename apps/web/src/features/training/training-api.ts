import type { CertificateData } from '@meridian/contracts/training/certificate';
import type {
  AdditionRequest,
  AttendanceRequest,
  ClassListData,
} from '@meridian/contracts/training/class-list';
import type { FeedbackAnswer, FeedbackData } from '@meridian/contracts/training/feedback';
import { api } from '../../api/api.ts';
import { callQuery } from '../../api/call-query.ts';
import type { ApiFailure } from '../../api/result.ts';
import type { Dispatch } from '../../api/store.ts';
import type { TransportContext } from '../../api/transport.ts';

/**
 * Not validated, because the response is from our own server and zod would be too much code for these pages.
 */
const asItIs = <Data>() => ({ safeParse: (data: unknown) => ({ data: data as Data }) });

/**
 * Calls the given reader on the server, where it reads in the same process. In the browser, calls the API.
 */
async function readPrivate<Data>(
  read: ((address: string) => Promise<Data | undefined>) | undefined,
  address: string,
  path: string,
): Promise<{ data: Data } | { error: ApiFailure }> {
  try {
    if (!read) return await callQuery(path, asItIs<Data>());
    const data = await read(address);
    return data ? { data } : { error: { kind: 'missing', message: '' } };
  } catch (cause) {
    return { error: { kind: 'unreachable', message: cause instanceof Error ? cause.message : 'No answer' } };
  }
}

const classPath = (token: string) => `/api/classes/${encodeURIComponent(token)}`;

const feedbackPath = (token: string) => `/api/feedback/${encodeURIComponent(token)}`;

interface OfClass<Body> {
  token: string;
  body: Body;
}

/** Updates the cache with the server's response to a change of feedback. */
async function showAnswer(
  token: string,
  { dispatch, queryFulfilled }: { dispatch: Dispatch; queryFulfilled: Promise<{ data: FeedbackData }> },
): Promise<void> {
  const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
  if (data) dispatch(trainingApi.util.updateQueryData('feedback', token, () => data));
}

/** The data is personal, so it leaves the cache when its page is left. */
export const trainingApi = api.injectEndpoints({
  endpoints: (build) => ({
    classList: build.query<ClassListData, string>({
      queryFn: (token, { extra }) =>
        readPrivate((extra as TransportContext).readClassList, token, classPath(token)),
      keepUnusedDataFor: 0,
    }),
    certificate: build.query<CertificateData, string>({
      queryFn: (number, { extra }) =>
        readPrivate(
          (extra as TransportContext).readCertificate,
          number,
          `/api/certificates/${encodeURIComponent(number)}`,
        ),
      keepUnusedDataFor: 0,
    }),
    feedback: build.query<FeedbackData, string>({
      queryFn: (token, { extra }) =>
        readPrivate((extra as TransportContext).readFeedback, token, feedbackPath(token)),
      keepUnusedDataFor: 0,
    }),
    answerFeedback: build.mutation<FeedbackData, OfClass<FeedbackAnswer>>({
      queryFn: ({ token, body }) => callQuery(feedbackPath(token), asItIs<FeedbackData>(), body),
      onQueryStarted: ({ token }, started) => showAnswer(token, started),
    }),
    withdrawFeedback: build.mutation<FeedbackData, string>({
      queryFn: (token) => callQuery(`${feedbackPath(token)}/withdraw`, asItIs<FeedbackData>(), {}),
      onQueryStarted: (token, started) => showAnswer(token, started),
    }),
    /** The tick is shown immediately, and undone if it could not be saved. */
    recordAttendance: build.mutation<ClassListData, OfClass<AttendanceRequest>>({
      queryFn: ({ token, body }) =>
        callQuery(`${classPath(token)}/attendance`, asItIs<ClassListData>(), body),
      async onQueryStarted({ token, body: { person, day, present } }, { dispatch, queryFulfilled }) {
        const ticked = dispatch(
          trainingApi.util.updateQueryData('classList', token, ({ seats }) => {
            const seat = seats.find((one) => one.person === person);
            if (!seat) return;
            const others = seat.present.filter((one) => one !== day);
            seat.present = present ? [...others, day] : others;
          }),
        );
        await queryFulfilled.catch(() => ticked.undo());
      },
    }),
    changeAdditions: build.mutation<ClassListData, OfClass<AdditionRequest | { day: string; email: string }>>(
      {
        queryFn: ({ token, body }) =>
          callQuery(
            `${classPath(token)}/additions${'name' in body ? '' : '/remove'}`,
            asItIs<ClassListData>(),
            body,
          ),
        async onQueryStarted({ token }, { dispatch, queryFulfilled }) {
          const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
          if (data)
            dispatch(
              trainingApi.util.updateQueryData('classList', token, (list) => {
                list.additions = data.additions;
              }),
            );
        },
      },
    ),
  }),
});
