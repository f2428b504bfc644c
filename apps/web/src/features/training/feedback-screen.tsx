import { Button } from '@meridian/ui/button';
import { failureMessage } from '@meridian/ui/failure-messages';
import { Loading, Notice } from '@meridian/ui/notice';
import { Container } from '@meridian/ui/section';
import { usePageParams } from '../../routing/page-params.ts';
import { NoScriptNotice } from '../leads/public.ts';
import { FeedbackForm } from './feedback-form.tsx';
import { PublishedFeedback } from './published-feedback.tsx';
import { trainingApi } from './training-api.ts';

/** Feedback about a class, at the secret address of an emailed link. */
export function FeedbackScreen() {
  const { token = '' } = usePageParams();
  const { data: feedback, error, isFetching, refetch } = trainingApi.endpoints.feedback.useQuery(token);
  const isMissing = (error as { kind?: string } | undefined)?.kind === 'missing';
  return (
    <Container className="min-h-dvh py-10 sm:py-14">
      <div className="mx-auto max-w-text">
        <h1 className="text-3xl">How was your class?</h1>
        {feedback ? (
          <>
            <p className="mt-2 text-lg text-ink-soft">{feedback.course_name}</p>
            <NoScriptNotice>To send your answer, please turn on JavaScript in your browser.</NoScriptNotice>
            {feedback.is_published ? (
              <PublishedFeedback feedback={feedback} token={token} />
            ) : (
              <FeedbackForm feedback={feedback} token={token} />
            )}
          </>
        ) : error ? (
          <>
            <Notice className="mt-5">
              {isMissing
                ? 'This link does not exist. Please check that it is complete.'
                : failureMessage(error)}
            </Notice>
            {isMissing ? null : (
              <Button className="mt-6" busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            )}
          </>
        ) : (
          <Loading />
        )}
      </div>
    </Container>
  );
}
